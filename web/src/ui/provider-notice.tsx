import type { ProductConfig } from "@clanhall/contract/system";
import { formatList } from "../lib/format.ts";
import { homeOrigin, isAtHome } from "../lib/shared/home-address.ts";
import { Muted } from "./core/layout.tsx";
import styles from "./provider-notice.module.css";

interface ProviderNoticeProps {
  what: "continue with" | "link";
  providers: ProductConfig["providers"];
  /** The page at which it can be done. */
  path: string;
}

/** In place of the buttons that lead to another site, where its way back could not end. */
export function ProviderNotice({ what, providers, path }: ProviderNoticeProps) {
  const names = formatList(
    providers.map(({ name }) => name),
    "or",
  );
  return (
    <Muted as="p" className={styles.notice}>
      To {what} {names},{" "}
      {isAtHome() ? (
        "open this site over https."
      ) : (
        <>
          open <a href={homeOrigin() + path}>{homeOrigin()}</a>.
        </>
      )}
    </Muted>
  );
}

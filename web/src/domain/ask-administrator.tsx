import { useQuery } from "@tanstack/react-query";
import { supportHref } from "../lib/navigation.ts";
import { productConfigQuery } from "./profile.ts";

/** What to do where no mail server is set: somebody else has to hand over what a mail would have brought. */
export function AskAdministrator({ what }: { what: "link" | "links" | "code" }) {
  return (
    <>
      Ask <Administrator /> for the {what}: {what === "links" ? "they are" : "it is"} in the server’s log, and{" "}
      <code>clanhall mail list</code> shows {what === "links" ? "them" : "it"}.
    </>
  );
}

/** The people who run the installation, and how to reach them where they say so. */
export function Administrator() {
  const { data: config } = useQuery(productConfigQuery);
  return (
    <>
      <a href={supportHref(config)}>the administrator</a>
      {config?.support_contact && ` (${config.support_contact})`}
    </>
  );
}

import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { join } from "./core/button.tsx";
import styles from "./core/button.module.css";

interface TextAnchorProps extends ComponentProps<"a"> {
  /** It stands out as what can be pressed; else it reads like the text around it. */
  strong?: boolean | undefined;
  /** It opens wherever what it stands in is clicked, which has to be positioned. */
  covers?: boolean | undefined;
}

function TextAnchor({ strong, covers, className, children, ...link }: TextAnchorProps) {
  return (
    <a className={join(styles.link, className)} data-strong={strong} data-covers={covers} {...link}>
      {children}
    </a>
  );
}

/** A link within a text or a row. */
export const TextLink = createLink(TextAnchor);

/** A line of a list or menu that leads somewhere. */
export const ItemLink = createLink(({ className, children, ...link }: ComponentProps<"a">) => (
  <a className={join(styles.item, className)} {...link}>
    {children}
  </a>
));

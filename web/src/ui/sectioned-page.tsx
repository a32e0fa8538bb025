import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { bringIntoView } from "./focus.ts";
import { ItemLink } from "./links.tsx";
import { Stack } from "./core/layout.tsx";
import styles from "./sectioned-page.module.css";

interface SectionedPageProps<Part extends string> {
  title: string;
  /** A line below the title. */
  line?: ReactNode;
  /** What the index lists, as in "Account sections". */
  label: string;
  /** The parts of the page by their names in the address, where `tab` says which is open. */
  parts: Partial<Record<Part, string>>;
  current: Part;
  /** What concerns the whole page stands above every part. */
  notice: ReactNode;
  children: ReactNode;
}

/** The part of a page that its address names; older links and mails call it `section`, and are rewritten. */
export function useTab(): string {
  const navigate = useNavigate();
  const read =
    (name: string) =>
    ({ searchStr }: { searchStr: string }) =>
      new URLSearchParams(searchStr).get(name);
  const tab = useLocation({ select: read("tab") });
  const section = useLocation({ select: read("section") });
  useEffect(() => {
    if (section === null) return;
    void navigate({
      to: ".",
      search: ({ section: _section, ...others }: Record<string, unknown>) => ({ tab: section, ...others }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  }, [navigate, section]);
  return tab ?? section ?? "";
}

/** A page in parts: their index, with the chosen one beside it. Each has its own address. */
export function SectionedPage<Part extends string>(props: SectionedPageProps<Part>) {
  const { title, line, label, parts, current, notice, children } = props;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {line}
      </div>
      <nav className={styles.index} aria-label={label}>
        <Stack as="ul" className={styles.entries}>
          {(Object.entries(parts) as [Part, string][]).map(([name, text]) => (
            <li key={name}>
              <ItemLink
                ref={name === current ? bringIntoView : undefined}
                className={styles.entry}
                to="."
                search={{ tab: name }}
                aria-current={name === current ? "page" : undefined}
                activeProps={{}}
              >
                {text}
              </ItemLink>
            </li>
          ))}
        </Stack>
      </nav>
      <Stack gap={5}>
        {notice}
        {children}
      </Stack>
    </div>
  );
}

import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./account.module.css";
import { type AccountSection, accountSections } from "./account-sections.ts";

interface AccountFrameProps {
  section: AccountSection;
  /** What concerns the whole account stands above every section. */
  notice: ReactNode;
  children: ReactNode;
}

/** The index of the account's sections, with the chosen one beside it. */
export function AccountFrame({ section, notice, children }: AccountFrameProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.head}>Account Settings</h1>
      <nav className={styles.index} aria-label="Account sections">
        <ul className={styles.entries}>
          {(Object.keys(accountSections) as AccountSection[]).map((name) => (
            <li key={name}>
              <Link
                className={styles.entry}
                to={pages.account.path}
                search={{ section: name }}
                aria-current={name === section ? "page" : undefined}
                activeProps={{}}
              >
                {accountSections[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.sections}>
        {notice}
        {children}
      </div>
    </div>
  );
}

import type { ReactNode } from "react";
import { SectionedPage } from "../../ui/sectioned-page.tsx";
import { type AccountSection, accountSections } from "./account-sections.ts";

interface AccountFrameProps {
  section: AccountSection;
  /** What concerns the whole account stands above every section. */
  notice: ReactNode;
  children: ReactNode;
}

/** The index of the account's sections, with the chosen one beside it. */
export function AccountFrame({ section, ...content }: AccountFrameProps) {
  return (
    <SectionedPage
      title="Account Settings"
      label="Account sections"
      parts={accountSections}
      param="section"
      current={section}
      {...content}
    />
  );
}

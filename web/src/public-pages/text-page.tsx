import type { ReactNode } from "react";

export interface TextPageProps {
  title: string;
  /** The one or two sentences that someone in a hurry should read. */
  summary: string;
  children: ReactNode;
}

/** When the wording of the privacy and terms pages last changed. */
const lastUpdated = { iso: "2026-11-16", words: "16 November 2026" };

export function TextPage({ title, summary, children }: TextPageProps) {
  return (
    <article className="text-page">
      <h1>{title}</h1>
      <p className="updated">
        Last updated <time dateTime={lastUpdated.iso}>{lastUpdated.words}</time>
      </p>
      <p className="summary">{summary}</p>
      {children}
    </article>
  );
}

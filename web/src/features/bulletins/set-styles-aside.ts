const sheets = /<style\b[^]*?<\/style\s*>/giu;
const startTags = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/giu;

/**
 * Our pages' policy has the browser ignore written styles, and report them, even in text that is only being read.
 * Under another name they wait until somebody sets them by script, or takes them away.
 */
export function setStylesAside(html: string): string {
  return html.replace(sheets, "").replace(startTags, (tag) => tag.replace(/(?<=[\s"'])style(?=\s*=)/giu, "data-style"));
}

const sheets = /<style\b[^]*?<\/style\s*>/giu;
/** Always ends somewhere, so that no text makes it look twice at the same letters. */
const startTags = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*(?:>|"[^"]*|'[^']*)?/giu;
/** Also those inside of a quoted value: what looks like one here may have ended for the browser. */
const activeNames = /(?<=[\s"']|["']\/|^<[a-z][a-z\d-]{0,20}\/)(?:style|on[a-z]{1,30})(?=\s*=)/giu;

/**
 * Our pages' policy has the browser ignore written styles and event handlers, and report them, even in text that is
 * only being read. Under another name nothing is reported: styles wait until a script sets them, the rest is taken away.
 */
export function renameActiveAttributes(html: string): string {
  return html.replace(sheets, "").replace(startTags, (tag) => tag.replace(activeNames, "data-$&"));
}

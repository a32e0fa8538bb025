import type { Editor } from "@tiptap/core";

interface Link {
  href: string;
  opensNew: boolean;
}

/** The link at the caret; where neither a link nor words are chosen, a new one needs words. */
export function readLink(editor: Editor): Link & { needsWords: boolean } {
  const { href, target } = editor.getAttributes("link") as { href?: string | null; target?: string | null };
  return { href: href ?? "", opensNew: target === "_blank", needsWords: !href && editor.state.selection.empty };
}

export function changeLink(editor: Editor, link: Link): void {
  editor.chain().extendMarkRange("link").setLink(toAttributes(link)).run();
}

/** What is typed after it is no part of it. */
export function addLink(editor: Editor, text: string, link: Link): void {
  editor
    .chain()
    .insertContent({ type: "text", text, marks: [{ type: "link", attrs: toAttributes(link) }] })
    .unsetMark("link")
    .run();
}

export function removeLink(editor: Editor): void {
  editor.chain().extendMarkRange("link").unsetLink().run();
}

function toAttributes({ href, opensNew }: Link): { href: string; target: string | null } {
  return { href, target: opensNew ? "_blank" : null };
}

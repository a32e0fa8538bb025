import type { Editor } from "@tiptap/core";
import type { ReactNode } from "react";

export interface Tool {
  name: string;
  label: string;
  /** As on a keyboard with Ctrl; Mod stands for it, or for ⌘ on a Mac. */
  keys: string;
  face: ReactNode;
  /** Left out where there is nothing to switch on and off. */
  isOn?: (editor: Editor) => boolean;
  isUsable?: (editor: Editor) => boolean;
  run: (editor: Editor, openLink: () => void) => void;
}

const tool = (name: string, label: string, keys: string, face: ReactNode, run: Tool["run"]): Tool => ({
  name,
  label,
  keys,
  face,
  run,
  isOn: (editor) => editor.isActive(name),
});

const digits = {
  1: "M16.5 10.5L19 9v9",
  2: "M16 11c.5-2.5 4.5-2.5 4.5.2 0 2.3-4.5 3.8-4.5 6.8h4.7",
  3: "M16 9.5h4l-2.4 3.2c3.6 0 3.8 5.3.4 5.3-1 0-1.7-.3-2.2-1",
};

const heading = (level: 1 | 2 | 3): Tool => ({
  name: `heading ${level}`,
  label: `Heading ${level}`,
  keys: `Mod+Alt+${level}`,
  face: <Drawing path={`M4 6v12M12 6v12M4 12h8${digits[level]}`} />,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.commands.toggleHeading({ level }),
});

/** Three groups of five: on a phone each is a row. */
export const toolGroups: Tool[][] = [
  [
    tool("bold", "Bold", "Mod+B", <b>B</b>, (editor) => editor.commands.toggleBold()),
    tool("italic", "Italic", "Mod+I", <i>I</i>, (editor) => editor.commands.toggleItalic()),
    tool("underline", "Underline", "Mod+U", <u>U</u>, (editor) => editor.commands.toggleUnderline()),
    tool("strike", "Strikethrough", "Mod+Shift+S", <s>S</s>, (editor) => editor.commands.toggleStrike()),
    tool("code", "Code", "Mod+E", <Drawing path="M9 7l-5 5 5 5M15 7l5 5-5 5" />, (editor) =>
      editor.commands.toggleCode(),
    ),
  ],
  [
    heading(1),
    heading(2),
    heading(3),
    tool(
      "blockquote",
      "Quote",
      "Mod+Shift+B",
      <Drawing path="M10 7H5v6h5zM10 13c0 2.5-1.5 4-4 4.5M19 7h-5v6h5zM19 13c0 2.5-1.5 4-4 4.5" />,
      (editor) => editor.commands.toggleBlockquote(),
    ),
    tool(
      "codeBlock",
      "Code block",
      "Mod+Alt+C",
      <Drawing path="M4 4h16v16H4zM10 9l-3 3 3 3M14 9l3 3-3 3" />,
      (editor) => editor.commands.toggleCodeBlock(),
    ),
  ],
  [
    tool(
      "bulletList",
      "Bullets",
      "Mod+Shift+8",
      <Drawing path="M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01" />,
      (editor) => editor.commands.toggleBulletList(),
    ),
    tool(
      "orderedList",
      "Numbers",
      "Mod+Shift+7",
      <Drawing path="M10 6h10M10 12h10M10 18h10M4 4.5L5.5 4v5M4 15.5c1-1.5 3-.5 2 1L4 19.5h2.5" />,
      (editor) => editor.commands.toggleOrderedList(),
    ),
    tool(
      "link",
      "Link",
      "Mod+K",
      <Drawing path="M10 14a4 4 0 005.7 0l3.1-3.1a4 4 0 00-5.7-5.7L12 6.3M14 10a4 4 0 00-5.7 0l-3.1 3.1a4 4 0 005.7 5.7l1.1-1.1" />,
      (_editor, openLink) => openLink(),
    ),
    {
      name: "undo",
      label: "Undo",
      keys: "Mod+Z",
      face: <Drawing path="M8 5L4 9l4 4M4 9h10a5 5 0 010 10h-4" />,
      isUsable: (editor) => editor.can().undo(),
      run: (editor) => editor.commands.undo(),
    },
    {
      name: "redo",
      label: "Redo",
      keys: "Mod+Shift+Z",
      face: <Drawing path="M16 5l4 4-4 4M20 9H10a5 5 0 000 10h4" />,
      isUsable: (editor) => editor.can().redo(),
      run: (editor) => editor.commands.redo(),
    },
  ],
];

function Drawing({ path }: { path: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}

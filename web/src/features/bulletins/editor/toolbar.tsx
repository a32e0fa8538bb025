import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import styles from "./editor.module.css";
import { Row } from "../../../ui/core/layout.tsx";

interface Tool {
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

const toTool = (name: string, label: string, keys: string, face: ReactNode, run: Tool["run"]): Tool => ({
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
const toolGroups: Tool[][] = [
  [
    toTool("bold", "Bold", "Mod+B", <b>B</b>, (editor) => editor.commands.toggleBold()),
    toTool("italic", "Italic", "Mod+I", <i>I</i>, (editor) => editor.commands.toggleItalic()),
    toTool("underline", "Underline", "Mod+U", <u>U</u>, (editor) => editor.commands.toggleUnderline()),
    toTool("strike", "Strikethrough", "Mod+Shift+S", <s>S</s>, (editor) => editor.commands.toggleStrike()),
    toTool("code", "Code", "Mod+E", <Drawing path="M9 7l-5 5 5 5M15 7l5 5-5 5" />, (editor) =>
      editor.commands.toggleCode(),
    ),
  ],
  [
    heading(1),
    heading(2),
    heading(3),
    toTool(
      "blockquote",
      "Quote",
      "Mod+Shift+B",
      <Drawing path="M10 7H5v6h5zM10 13c0 2.5-1.5 4-4 4.5M19 7h-5v6h5zM19 13c0 2.5-1.5 4-4 4.5" />,
      (editor) => editor.commands.toggleBlockquote(),
    ),
    toTool(
      "codeBlock",
      "Code block",
      "Mod+Alt+C",
      <Drawing path="M4 4h16v16H4zM10 9l-3 3 3 3M14 9l3 3-3 3" />,
      (editor) => editor.commands.toggleCodeBlock(),
    ),
  ],
  [
    toTool(
      "bulletList",
      "Bullets",
      "Mod+Shift+8",
      <Drawing path="M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01" />,
      (editor) => editor.commands.toggleBulletList(),
    ),
    toTool(
      "orderedList",
      "Numbers",
      "Mod+Shift+7",
      <Drawing path="M10 6h10M10 12h10M10 18h10M4 4.5L5.5 4v5M4 15.5c1-1.5 3-.5 2 1L4 19.5h2.5" />,
      (editor) => editor.commands.toggleOrderedList(),
    ),
    toTool(
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

const tools = toolGroups.flat();

interface EditorToolbarProps {
  editor: Editor;
  /** The id of the text it works on. */
  controls: string;
  onLink: () => void;
}

/** One stop for the Tab key; the arrow keys go from tool to tool. */
export function EditorToolbar({ editor, controls, onLink }: EditorToolbarProps) {
  const [current, setCurrent] = useState<Tool | undefined>(tools[0]);
  const states = useEditorState({ editor, selector: ({ editor: now }) => readStates(now) });
  return (
    <Row role="toolbar" aria-label="Text tools" aria-controls={controls} align="stretch" className={styles.toolbar}>
      {toolGroups.map((group) => (
        <div key={group[0]?.name} className={styles.group}>
          {group.map((tool) => (
            <button
              key={tool.name}
              type="button"
              className={styles.tool}
              aria-label={tool.label}
              aria-pressed={tool.isOn && states[tool.name] === "on"}
              aria-disabled={states[tool.name] === "unusable" || undefined}
              aria-keyshortcuts={tool.keys.replace("Mod", isMac ? "Meta" : "Control")}
              title={`${tool.label} (${formatKeys(tool.keys)})`}
              tabIndex={tool === current ? 0 : -1}
              onFocus={() => setCurrent(tool)}
              onKeyDown={moveFocus}
              onMouseDown={keepFocus}
              onClick={({ detail }) => use(tool, editor, onLink, detail > 0)}
            >
              {tool.face}
            </button>
          ))}
        </div>
      ))}
    </Row>
  );
}

const isMac = /mac|iphone|ipad/iu.test(navigator.platform);

function formatKeys(keys: string): string {
  if (!isMac) return keys.replace("Mod", "Ctrl");
  return keys.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥");
}

function readStates(editor: Editor): Record<string, "on" | "off" | "unusable"> {
  return Object.fromEntries(
    tools.map(({ name, isOn, isUsable }) => {
      if (isUsable && !isUsable(editor)) return [name, "unusable"];
      return [name, isOn?.(editor) ? "on" : "off"];
    }),
  );
}

/** A press with the pointer leaves the caret and a phone's keyboard where they are. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Who presses it with the pointer goes on writing; who walks the toolbar with the keyboard stays in it. */
function use(tool: Tool, editor: Editor, onLink: () => void, isPointer: boolean): void {
  if (isPointer && !editor.isFocused) editor.commands.focus();
  tool.run(editor, onLink);
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const buttons = [...(event.currentTarget.closest('[role="toolbar"]')?.querySelectorAll("button") ?? [])];
  const at = buttons.indexOf(event.currentTarget);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}

import { type ClipboardEvent, useRef, useState } from "react";
import { Button } from "./core/button.tsx";
import { FieldHint } from "./core/field.tsx";
import { Row, Text } from "./core/layout.tsx";
import { TextareaControl } from "./fields.tsx";
import styles from "./copy-button.module.css";
import { showToast } from "./toasts.ts";

/** Whether it could be done: without a secure context there is no clipboard at all, and a browser may forbid it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyButtonProps {
  label: string;
  text: string;
  /** The text is offered selected from the start. */
  startsByHand?: boolean;
}

/** Puts text into the clipboard; where that is not possible, it offers the text selected, ready to be copied by hand. */
export function CopyButton({ label, text, startsByHand = false }: CopyButtonProps) {
  const [said, setSaid] = useState("");
  const [isByHand, setByHand] = useState(startsByHand);
  const button = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    if (await copyText(text)) setSaid("Copied");
    else setByHand(true);
  };
  const finish = (event: ClipboardEvent) => {
    // All of it, also where the selection was lost; and now, because the field goes with the focus.
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    setSaid("Copied");
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} onClick={() => void copy()}>
        {said || label}
      </Button>
      {isByHand && (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its control is a component
        <label className={styles.byHand}>
          <FieldHint>Copy the selected text.</FieldHint>
          <TextareaControl
            ref={offer}
            rows={Math.min(6, text.split("\n").length)}
            value={text}
            readOnly
            onCopy={finish}
            onBlur={() => setByHand(false)}
          />
        </label>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** Selects what is to be copied, and says with which keys. */
function offer(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.focus();
  field.select();
  if (window.matchMedia("(pointer: fine)").matches) showToast({ message: "Press Ctrl C" });
}

/** So many characters of a link always stand at its end. */
const tailLength = 8;

/** A link in one line: what there is no room for is cut out of its middle, but not of what is copied. */
export function LinkText({ link }: { link: string }) {
  const copyWhole = (event: ClipboardEvent) => {
    event.clipboardData.setData("text/plain", link);
    event.preventDefault();
  };
  return (
    <Row as="p" nowrap gap={0} size="sm" wrap="never" className={styles.link} title={link} onCopy={copyWhole}>
      <Text wrap="cut">{link.slice(0, -tailLength)}</Text>
      <span>{link.slice(-tailLength)}</span>
    </Row>
  );
}

interface QrImageProps {
  src: string;
  alt: string;
  size: number;
}

export function QrImage({ src, alt, size }: QrImageProps) {
  return <img className={styles.qr} src={src} alt={alt} width={size} height={size} />;
}

import { useEffect, useRef, useState } from "react";
import { Input } from "./core/field.tsx";

interface SearchBoxProps {
  label: string;
  className?: string | undefined;
  /** What is searched for now, as the address knows it. */
  text: string;
  onSearch: (text: string) => void;
}

const searchDelayMs = 250;

/** Searches when the typing pauses, so that a list does not flicker with every letter. */
export function SearchBox({ label, className, text, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const [asked, setAsked] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another filter may be chosen before the search goes out; it has to be kept.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  if (text !== asked) {
    // Cleared, or gone back to: the address knows better than what was typed here.
    setAsked(text);
    setTyped(text);
  }
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAsked(next.trim());
      search.current(next.trim());
    }, searchDelayMs);
  };
  return (
    <Input
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

/** Drawn on 24 × 24 with a line of even width. Login loads them: what only some screens need is elsewhere. */
const drawings = {
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  calendar: "M4 6h16v14H4zM4 11h16M8 3v4M16 3v4",
  "chevron-down": "m6 9 6 6 6-6",
  "chevron-left": "m15 6-6 6 6 6",
  "chevron-right": "m9 6 6 6-6 6",
  "chevron-up": "m6 15 6-6 6 6",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  dots: "M12 4.3a.7.7 0 100 1.4.7.7 0 000-1.4zM12 11.3a.7.7 0 100 1.4.7.7 0 000-1.4zM12 18.3a.7.7 0 100 1.4.7.7 0 000-1.4z",
  drag: "M8.5 5.2a.5.5 0 110-.4zM15.5 5.2a.5.5 0 110-.4zM8.5 12.2a.5.5 0 110-.4zM15.5 12.2a.5.5 0 110-.4zM8.5 19.2a.5.5 0 110-.4zM15.5 19.2a.5.5 0 110-.4z",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.1a2.9 2.9 0 100 5.8 2.9 2.9 0 000-5.8z",
  "eye-off":
    "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.1a2.9 2.9 0 100 5.8 2.9 2.9 0 000-5.8zM4.5 19.5l15-15",
  filter: "M4 7h16M7 12h10M10 17h4",
  import: "M12 4v10m-4-4 4 4 4-4M5 16v4h14v-4",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  redo: "m15.5 5 4.5 4.5-4.5 4.5M20 9.5H10a5 5 0 000 10h4",
  search: "M11 4.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.8 15.8L20 20",
  tick: "m5 12.5 4.7 4.7L19 8",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5 5 0 010 10h-4",
};

export type IconName = keyof typeof drawings;

/** Beside the text that says the same, or in a button with a label, so it says nothing to screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return <Drawing path={drawings[name]} size={size} />;
}

export function Drawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2.25 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}

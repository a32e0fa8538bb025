export interface AvatarProps {
  initials: string;
  /** The player's colour, 1 to 8, or 0 for a hidden name; null for several players at once. */
  tint: number | null;
}

/** Says nothing to screen readers: the name stands beside it. */
export function Avatar({ initials, tint }: AvatarProps) {
  return (
    <span className={`avatar tint-${tint ?? "many"}`} aria-hidden="true">
      {initials}
    </span>
  );
}

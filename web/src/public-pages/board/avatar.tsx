export interface AvatarProps {
  initials: string;
  /** One of the eight colours, from 1. */
  tint: number;
}

/** Says nothing to screen readers: the name stands beside it. */
export function Avatar({ initials, tint }: AvatarProps) {
  return (
    <span className={`avatar tint-${tint}`} aria-hidden="true">
      {initials}
    </span>
  );
}

export interface LogoProps {
  size?: number;
  /** Line width on a 24-unit canvas; anything outside 1 to 4 is brought inside. */
  strokeWidth?: number;
}

/** The product's mark: a shield of bars. Decorative, so the product's name must stand beside it. */
export function Logo({ size = 24, strokeWidth = 1.75 }: LogoProps) {
  const width = Math.min(4, Math.max(1, strokeWidth));
  return (
    <svg
      className="logo"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 3.5h16v8.7c0 4.2-3 7-8 8.8-5-1.8-8-4.6-8-8.8Z" />
      <path d="M8.5 10.5v3M12 8v8M15.5 9.5v4" />
    </svg>
  );
}

/** The product's mark with its middle bar missing. */
export function LostMark() {
  return (
    <svg className="lost-mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 3.5h16v8.7c0 4.2-3 7-8 8.8-5-1.8-8-4.6-8-8.8Z" strokeLinejoin="round" />
      <path d="M8.5 10.5v3M15.5 9.5v4" strokeLinecap="round" />
      <path d="M12 8v8" strokeLinecap="round" strokeDasharray=".1 1.9" />
    </svg>
  );
}

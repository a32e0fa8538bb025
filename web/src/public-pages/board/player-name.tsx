/** What is surely shown whole, even on the podium of a narrow screen. */
const surelyWhole = 10;

/** A name in its own direction of writing; one that may be cut off shows itself whole on a hover. */
export function PlayerName({ name }: { name: string }) {
  return (
    <span className="name" dir="auto" title={name.length > surelyWhole ? name : undefined}>
      {name}
    </span>
  );
}

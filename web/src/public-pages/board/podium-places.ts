const steps = 3;

/** A step of the podium: one player's, or shared by more players than there are steps left. */
export type PodiumPlace<Row> = { rank: number; players: 1; row: Row } | { rank: number; players: number; row: null };

/** The first three of rows sorted by rank. Whoever is level is shown alike: nobody is left off by the alphabet. */
export function podiumPlaces<Row extends { rank: number }>(rows: Row[]): PodiumPlace<Row>[] {
  const places: PodiumPlace<Row>[] = [];
  for (let next = 0; next < rows.length && places.length < steps;) {
    const rank = rows[next]?.rank ?? 0;
    const level = rows.slice(next, endOfTie(rows, next));
    if (level.length > steps - places.length) return [...places, { rank, players: level.length, row: null }];
    places.push(...level.map((row) => ({ rank, players: 1 as const, row })));
    next += level.length;
  }
  return places;
}

function endOfTie(rows: { rank: number }[], first: number): number {
  const end = rows.findIndex(({ rank }, index) => index > first && rank !== rows[first]?.rank);
  return end === -1 ? rows.length : end;
}

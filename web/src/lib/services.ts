type Create<Service> = (...given: never[]) => Service;

/** What lives as long as the page and has a state of its own, by the function that creates it. */
const created = new Map<Create<unknown>, unknown>();

/** Called for a page before anything else of it runs. */
export function setService<Service>(create: Create<Service>, made: Service): void {
  created.set(create, made);
}

export function service<Service>(create: Create<Service>): Service {
  if (!created.has(create)) throw new Error(`Nothing of ${create.name} has been set on this page`);
  return created.get(create) as Service;
}

/** Adds a listener; the returned function takes it away again. */
export function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

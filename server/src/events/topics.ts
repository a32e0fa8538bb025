/** The PostgreSQL channel on which the instances tell each other what happened. */
export const eventChannel = "clanhall_events";

/** Sent to every follower when events may have been missed: read anew what the topic is about. */
export const resyncName = "resync";

/** Where triggers tell that a session or a membership has ended. */
export const accessTopic = "access";

/** Something that happened, for everyone who follows its topic. */
export interface AppEvent {
  /** The same on every instance. */
  id: string;
  topic: string;
  name: string;
  data: unknown;
}

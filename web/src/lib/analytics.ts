import type { Analytics } from "./create-analytics.ts";
import { services } from "./services.ts";

/** What the app asks of analytics; each function is explained where analytics is created. */
const analytics = (): Analytics => services().analytics;

export const initAnalytics: Analytics["init"] = (setting) => analytics().init(setting);
export const pageView = () => analytics().pageView();
export const identify = (userId: string) => analytics().identify(userId);
export const resetAnalytics = () => analytics().reset();
export const keepTrackingChoice = (optOut: boolean) => analytics().keepTrackingChoice(optOut);
export const objectsToTracking = () => analytics().objectsToTracking();

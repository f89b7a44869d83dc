export { importNotifications } from "./import-notifications.ts";

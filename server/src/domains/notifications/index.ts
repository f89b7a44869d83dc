export { importNotifications, notifyOfExport } from "./notify-people.ts";
export { spanWords } from "./spoken-words.ts";

export { importNotifications, notify } from "./notify-people.ts";
export { spanWords } from "./spoken-words.ts";

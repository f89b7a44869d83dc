import { firstScreenStands } from "../ui/fetch-soon.ts";

// Component tests start after the first screen.
firstScreenStands();
// Clears what another file's tests stored.
localStorage.clear();

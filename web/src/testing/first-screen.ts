import { firstScreenStands } from "../ui/fetch-soon.ts";

// What is tested here comes after the first screen.
firstScreenStands();
// What the tests of another file wrote and left is none of these.
localStorage.clear();

import { firstScreenStands } from "../ui/fetch-soon.ts";

// What is tested here comes after the first screen.
firstScreenStands();

import { beforeEach, expect, test } from "vitest";
import { closeToast, hasToast, showToast } from "./show-toast.ts";

const ids = ["a", "b", "c", "d"];
const shownIds = () => ids.filter(hasToast);
beforeEach(() => ids.forEach(closeToast));

test("the oldest of three toasts makes room for a fourth", () => {
  for (const id of ids) showToast({ id, title: id });
  expect(shownIds()).toEqual(["b", "c", "d"]);
});

test("a toast that is shown again replaces itself and keeps its place", () => {
  for (const id of ["a", "b", "c", "a", "a"]) showToast({ id, title: id });
  expect(shownIds()).toEqual(["a", "b", "c"]);
  showToast({ id: "d", title: "d" });
  expect(shownIds()).toEqual(["b", "c", "d"]);
});

test("closing twice closes one", () => {
  showToast({ id: "a", title: "a" });
  showToast({ id: "b", title: "b" });
  closeToast("a");
  closeToast("a");
  expect(shownIds()).toEqual(["b"]);
});

import { expect, test } from "vitest";
import { keepWayBack, withWayBack } from "./social.routes.ts";

test.each([
  [true, /^__Secure-deskhand_way_back=[^;]+;.* HttpOnly; SameSite=Lax; Secure$/],
  [false, /^deskhand_way_back=[^;]+;.* HttpOnly; SameSite=Lax$/],
])("limits the cookie to HTTPS over HTTPS (%s), also by its name, and leads back", (isSecure, form) => {
  const cookie = keepWayBack("/dashboard/tickets?status=open", isSecure);
  expect(cookie).toMatch(form);
  expect(withWayBack("/login?error=x", cookie.split(";")[0])).toBe(
    "/login?error=x&next=%2Fdashboard%2Ftickets%3Fstatus%3Dopen",
  );
});

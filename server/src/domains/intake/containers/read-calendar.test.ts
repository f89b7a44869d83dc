import { expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";

const calendar = (event: string[], method = "REQUEST", before: string[] = []) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `METHOD:${method}`,
    ...before,
    "BEGIN:VEVENT",
    ...event,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
const read = (event: string[], method?: string, before?: string[]) => readCalendar(calendar(event, method, before))[0];

const outlookZone = [
  ...["BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time"],
  ...["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];

test.each(["REQUEST", "PUBLISH", "ADD", "COUNTER", "CANCEL", "REPLY", "REFRESH", "DECLINECOUNTER"])(
  "knows a %s",
  (method) => {
    const found = read(["SUMMARY:Call"], method);
    expect(found).toMatchObject({ method: method.toLowerCase(), summary: "Call", isCancelled: method === "CANCEL" });
  },
);

test("unescapes texts, joins folded lines and skips a bad one", () => {
  const found = read([
    "SUMMARY;LANGUAGE=de:Anruf\\, wegen\r\n  der \r\n\tLampe",
    "no line at all",
    "DESCRIPTION:a\\;b\\\\c\\nd",
    "X-\u0000:",
  ]);
  expect(found).toMatchObject({ summary: "Anruf, wegen der Lampe", description: "a;b\\c\nd" });
});

test.each([
  ["UTC", "DTSTART:20260701T120000Z", "2026-07-01T12:00:00.000Z", "UTC"],
  ["a known zone", "DTSTART;TZID=America/New_York:20260701T080000", "2026-07-01T12:00:00.000Z", "America/New_York"],
  [
    "a known zone with a prefix",
    "DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261201T130000",
    "2026-12-01T12:00:00.000Z",
    "/freeassociation.sourceforge.net/Europe/Berlin",
  ],
  [
    "the calendar's own zone in summer",
    'DTSTART;TZID="W. Europe Standard Time":20260701T140000',
    "2026-07-01T12:00:00.000Z",
    "W. Europe Standard Time",
  ],
  [
    "the calendar's own zone in winter",
    "DTSTART;TZID=W. Europe Standard Time:20261201T130000",
    "2026-12-01T12:00:00.000Z",
    "W. Europe Standard Time",
  ],
  ["an unknown zone", "DTSTART;TZID=My Zone:20261201T130000", null, "My Zone"],
  ["no zone", "DTSTART:20261201T130000", null, null],
])("converts a time in %s to a moment if possible", (_, line, at, zone) => {
  expect(read([line], "REQUEST", outlookZone)?.start).toMatchObject({ at, zone, isDay: false });
});

test("reads an end, or derives it from a duration", () => {
  const start = "DTSTART;TZID=Europe/Berlin:20260701T140000";
  expect(read([start, "DTEND;TZID=Europe/Berlin:20260701T153000"])?.end?.at).toBe("2026-07-01T13:30:00.000Z");
  expect(read([start, "DURATION:PT1H30M"])?.end).toMatchObject({
    at: "2026-07-01T13:30:00.000Z",
    local: "2026-07-01T15:30:00",
  });
  expect(read([start])?.end).toBeNull();
});

test("ends whole days with the last of them", () => {
  const days = (end: string) => {
    const found = read(["DTSTART;VALUE=DATE:20261224", end]);
    return [found?.start?.local, found?.start?.isDay, found?.end?.local];
  };
  expect(days("DTEND;VALUE=DATE:20261227")).toEqual(["2026-12-24", true, "2026-12-26"]);
  expect(days("DTEND;VALUE=DATE:20261225")).toEqual(["2026-12-24", true, undefined]);
  expect(days("DURATION:P2D")).toEqual(["2026-12-24", true, "2026-12-25"]);
});

test.each([
  ["FREQ=DAILY", "Every day"],
  [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;UNTIL=20261231T000000Z",
    "Every 2 weeks on Monday, Wednesday and Friday, until Dec 31, 2026",
  ],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every week on weekdays"],
  ["FREQ=MONTHLY;BYDAY=-1FR;COUNT=10", "Every month on the last Friday, 10 times"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Every month on the last weekday"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "Every month on day 1 and the last day"],
  ["FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "Every year on the second Sunday in March"],
  ["FREQ=YEARLY;BYYEARDAY=22", "Every year, by a rule of its own"],
])("describes %s in words", (rule, words) => {
  expect(read([`RRULE:${rule}`])?.repeats).toBe(words);
});

test("describes left out and added days", () => {
  const rule = "RRULE:FREQ=DAILY;COUNT=3";
  expect(read([rule, "EXDATE:20261201T120000Z,20261202T120000Z"])?.repeats).toBe("Every day, 3 times, but for 2 days");
  expect(read([rule, "RDATE:20261209T120000Z"])?.repeats).toBe("Every day, 3 times, and on 1 other day");
  expect(read(["RDATE:20261209T120000Z"])?.repeats).toBe("On 1 other day too");
});

test("reads people with names, addresses and answers", () => {
  const attendee = 'ATTENDEE;CN="Meyer, Ann";PARTSTAT=ACCEPTED:mailto:ann@x.example';
  expect(read([attendee, "ORGANIZER;CN=Kim:MAILTO:kim@x.example", "ATTENDEE:urn:1"])).toMatchObject({
    organizer: { name: "Kim", email: "kim@x.example", answer: null },
    attendees: [
      { name: "Meyer, Ann", email: "ann@x.example", answer: "accepted" },
      { name: "", email: "" },
    ],
    attendeeCount: 2,
  });
});

test("ignores a day that no calendar has", () => {
  expect(read(["DTSTART:20261399T120000Z"])?.start ?? null).toBeNull();
  expect(read(["DTSTART:soon"])?.start ?? null).toBeNull();
});

test("finds no events in a text that is no calendar", () => {
  expect(readCalendar("Hello")).toEqual([]);
  expect(readCalendar("BEGIN:VCARD\nFN:Ann\nEND:VCARD")).toEqual([]);
});

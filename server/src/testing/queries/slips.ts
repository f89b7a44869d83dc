import type { Expected } from "./expected.ts";

/** Words with one or two typing errors. */
export const slips: Expected[] = [
  ["lampenschrim", "Reklamation: Lampenschirm gerissen"],
  ["mesurements", "Measurements of the "],
  ["newsleter", "Unsubscribe from the newsletter"],
  ["unsubcribe", "Unsubscribe from the newsletter"],
  ["organc certified", "Is the  certified organic?"],
  ["wholsale", "Wholesale enquiry"],
  ["waranty", "Warranty claim for a dimmer"],
  ["warrenty claim", "Warranty claim for a dimmer"],
  ["alergic wool", "Allergic to wool"],
  ["alergick", "Allergic to wool"],
  ["flikcers", "My new lamp flickers"],
  ["showrom", "Do you have a showroom?"],
  ["magasine", "Photographs for our magazine"],
  ["countersnuk", "Missing screws in the package"],
  ["raghunatan", "Wholesale enquiry"],
  ["bestelung", "Bestellung noch nicht angekommen"],
  ["reklamtion", "Reklamation: Lampenschirm gerissen"],
  ["tovalgia", "Reso di una tovaglia"],
  ["recieved greenish", "Colour does not match the picture"],
  ["linsed oil", "Strange smell from the new "],
];

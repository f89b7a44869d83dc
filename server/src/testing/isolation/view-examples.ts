import { selectMaker } from "../../domains/canned-responses/canned-responses.queries.ts";
import {
  countViews,
  deleteOwnViews,
  deleteView,
  insertView,
  placeViews,
  selectView,
  selectViewMaker,
  selectViews,
  updateView,
} from "../../domains/views/views.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { example } from "./examples.ts";

example(selectViews).is(({ owner }) => [owner.userId]);
example(selectViewMaker).is(({ view }) => [view.id]);
example(selectView).is(({ view, owner }) => [view.id, owner.userId]);
example(countViews).is(({ owner, secret }) => [owner.userId, secret, null]);
example(insertView).is(({ owner }) => [
  { id: newId(), makerId: owner.userId, name: "Another", filter: { view: "active", sort: "priority" }, isShared: true },
]);
example(updateView).is(({ view }) => [view.id, view.updatedAt, { name: "Renamed" }]);
example(deleteView).is(({ view }) => [view.id]);
example(placeViews).is(({ view }) => [[view.id]]);
example(deleteOwnViews).is(({ owner }) => [owner.userId]);
example(selectMaker).is(({ cannedResponse: { id } }) => [id]);

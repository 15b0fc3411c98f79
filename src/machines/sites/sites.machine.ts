/**
 * Sites for account administrators: the sites, and of the one in the URL its floors, lifts, access doors and charging
 * bays; one editor for all of them and confirmed actions (machines/factories/recordPage.ts). Tests of lifts and doors
 * are such actions: they ask first, and their result is shown.
 *
 *   stops: idle ──stop.choose──▶ saving ──▶ idle      the boarding point of a lift on a floor, chosen in the matrix
 */
import { setup } from 'xstate';
import type { IndoorMap, SiteDetails } from '../../../contract/entities/map.ts';
import type { EquipmentTest, Lift, SiteEquipment } from '../../../contract/entities/site.ts';
import { promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import { defineQuery, value } from '../factories/defineQuery.ts';
import type { ListResult } from '../factories/pagedList.ts';
import { recordPage, type RecordEvent } from '../factories/recordPage.ts';
import { type SiteFields, siteFormMachine } from './siteForm.machine.ts';

/** All sites, and what belongs to the chosen one. */
export interface SitesResult extends ListResult<SiteDetails> {
  /** Empty without a site. */
  siteId: string;
  equipment: SiteEquipment | null;
  /** The site's floors, bottom to top. */
  floors: readonly IndoorMap[];
}
export interface SitesRequest {
  siteId: string;
}
export type SiteAct = 'deleteSite' | 'deleteLift' | 'deleteDoor' | 'testLift' | 'testDoor' | 'showKey' | 'renewKey';
export interface SiteTask {
  act: SiteAct;
  id: string;
  name: string;
  revision: number;
  /** `door` or `lift`, for the key of a relay. */
  kind: 'lift' | 'door';
  /** The floor that a lift is called to, and its name. */
  mapId: string;
  floor: string;
  /** Robots near the door, by name; empty if none is. */
  near: string;
}
/** The result of a test, or the key of a relay. */
export type SiteShown = ({ what: 'test' } & EquipmentTest) | { what: 'key'; key: string };

/** A boarding point chosen in the matrix; an empty `areaId`: the lift does not stop there. */
export interface StopChoice {
  lift: Lift;
  siteId: string;
  mapId: string;
  areaId: string;
}
export type SitesEvent = RecordEvent<SiteFields, SiteTask> | { type: 'stop.choose'; choice: StopChoice };

export const sitesQuery = defineQuery({ site: value('site') });

const QUESTIONS = {
  deleteSite: ['sites.ask.deleteSite.title', 'sites.ask.deleteSite.text', 'sites.ask.deleteSite.yes'],
  deleteLift: ['sites.ask.deleteLift.title', 'sites.ask.deleteLift.text', 'sites.ask.deleteLift.yes'],
  deleteDoor: ['sites.ask.deleteDoor.title', 'sites.ask.deleteDoor.text', 'sites.ask.deleteDoor.yes'],
  testLift: ['sites.ask.testLift.title', 'sites.ask.testLift.text', 'sites.ask.testLift.yes'],
  testDoor: ['sites.ask.testDoor.title', 'sites.ask.testDoor.text', 'sites.ask.testDoor.yes'],
  showKey: ['sites.ask.showKey.title', 'sites.ask.showKey.text', 'sites.ask.showKey.yes'],
  renewKey: ['sites.ask.renewKey.title', 'sites.ask.renewKey.text', 'sites.ask.renewKey.yes'],
} as const satisfies Record<SiteAct, QuestionTexts>;
/** With robots near the door, the question names them. */
const NEAR: QuestionTexts = ['sites.ask.testDoor.title', 'sites.ask.testDoor.near', 'sites.ask.testDoor.yes'];
const isDestructive = (act: SiteAct): boolean => act.startsWith('delete') || act === 'renewKey';

const page = recordPage<SitesResult, SitesRequest, SiteFields, SiteTask, SiteShown>({
  requestOf: (query) => ({ siteId: sitesQuery.read(query).site }),
  typed: [],
  nothing: { siteId: '', equipment: null, floors: [] },
  form: siteFormMachine as never, // its answer is null: nothing is shown after a save
  savedOf: () => ({ key: 'sites.saved' }),
  questionOf: ({ act, name, floor, near }) =>
    questionWith(act === 'testDoor' && near !== '' ? NEAR : QUESTIONS[act], { name, floor, near }, isDestructive(act)),
  doneOf: ({ name }) => ({ key: 'sites.deleted', words: { name } }),
});

const sites = setup({
  ...page.setup,
  types: { ...page.setup.types, events: {} as SitesEvent },
  actors: { ...page.setup.actors, saveStop: promiseEffect<unknown, { choice: StopChoice }>('saveStop') },
});

export const sitesMachine = sites.createMachine({
  id: 'sites',
  ...page.config,
  states: {
    ...page.config.states,
    stops: {
      initial: 'idle',
      states: {
        idle: { on: { 'stop.choose': { target: 'saving' } } },
        saving: {
          invoke: {
            src: 'saveStop',
            input: ({ event }) => ({ choice: (event as Extract<SitesEvent, { type: 'stop.choose' }>).choice }),
            onDone: { target: 'idle', actions: 'reload' },
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                'reload',
              ],
            },
          },
        },
      },
    },
  },
});

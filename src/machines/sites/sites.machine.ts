/**
 * Sites for account administrators: the sites, and of the one in the URL its floors, lifts, access doors and charging
 * bays; one editor for all of them and confirmed actions (machines/factories/recordPage.ts). Choosing a boarding point
 * in the matrix and testing a lift or a door are such actions: they ask first, and the result of a test is shown.
 */
import { setup } from 'xstate';
import type { IndoorMap, SiteDetails } from '../../../contract/entities/map.ts';
import type { SiteEquipment } from '../../../contract/entities/site.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import type { ListResult } from '../factories/pagedList.ts';
import { recordPage } from '../factories/recordPage.ts';
import { type SiteFields, siteFormMachine } from './siteForm.machine.ts';
import type { SiteShown } from './siteShown.ts';

/** All sites, and what belongs to the chosen one. */
export interface SitesResult extends ListResult<SiteDetails> {
  /** Empty without a site. */
  siteId: string;
  equipment: SiteEquipment | null;
  /** The plans of those floors that the caller may see. */
  plans: readonly IndoorMap[];
}
export interface SitesRequest {
  siteId: string;
}
export type SiteAct =
  | 'deleteSite'
  | 'deleteLift'
  | 'deleteDoor'
  | 'chooseStop'
  | 'clearStop'
  | 'testLift'
  | 'testDoor'
  | 'showKey'
  | 'renewKey';
export interface SiteTask {
  act: SiteAct;
  id: string;
  name: string;
  revision: number;
  /** `door` or `lift`, for the key of a relay. */
  kind: 'lift' | 'door';
  siteId: string;
  /** The floor that a lift is called to or whose boarding point is chosen, and its name. */
  mapId: string;
  floor: string;
  /** The chosen boarding point, and its name. */
  areaId: string;
  point: string;
  /** Robots near the door, by name; empty if none is. */
  near: string;
}
const QUESTIONS = {
  deleteSite: ['shared.deleteNameQuestion', 'sites.ask.deleteSite.text', 'sites.delete'],
  deleteLift: ['shared.deleteNameQuestion', 'sites.ask.deleteLift.text', 'sites.ask.deleteLift.yes'],
  deleteDoor: ['shared.deleteNameQuestion', 'sites.ask.deleteDoor.text', 'sites.ask.deleteDoor.yes'],
  chooseStop: ['sites.ask.chooseStop.title', 'sites.ask.chooseStop.text', 'sites.ask.chooseStop.yes'],
  clearStop: ['sites.ask.clearStop.title', 'sites.ask.clearStop.text', 'sites.ask.clearStop.yes'],
  testLift: ['sites.ask.testLift.title', 'sites.ask.testLift.text', 'sites.ask.testLift.yes'],
  testDoor: ['sites.ask.testDoor.title', 'sites.ask.testDoor.text', 'sites.ask.testDoor.yes'],
  showKey: ['sites.ask.showKey.title', 'sites.ask.showKey.text', 'sites.ask.showKey.yes'],
  renewKey: ['sites.ask.renewKey.title', 'sites.ask.renewKey.text', 'sites.ask.renewKey.yes'],
} as const satisfies Record<SiteAct, QuestionTexts>;
/** With robots near the door, the question names them. */
const NEAR: QuestionTexts = ['sites.ask.testDoor.title', 'sites.ask.testDoor.near', 'sites.ask.testDoor.yes'];
const isDestructive = (act: SiteAct): boolean => act.startsWith('delete') || act === 'renewKey';

const page = recordPage<SitesResult, SitesRequest, SiteFields, SiteTask, SiteShown>({
  requestOf: (query) => ({ siteId: query['site'] ?? '' }),
  typed: [],
  nothing: { siteId: '', equipment: null, plans: [] },
  form: siteFormMachine,
  savedOf: () => ({ key: 'sites.saved' }),
  questionOf: ({ act, name, floor, near, point }) =>
    questionWith(
      act === 'testDoor' && near !== '' ? NEAR : QUESTIONS[act],
      { name, floor, near, point },
      isDestructive(act),
    ),
  doneOf: ({ act, name }) =>
    act.startsWith('delete') ? { key: 'sites.deleted', params: { name } } : { key: 'sites.saved' },
});

export const sitesMachine = setup(page.setup).createMachine({ id: 'sites', ...page.config });

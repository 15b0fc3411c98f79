/** Redaction rules of `sites` (machines/recording/redaction.ts): no addresses, no keys, nothing typed. */
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import type { RecordContext, RecordEvent } from '../factories/recordPage.ts';
import { recordPageRules } from '../factories/recordPage.redaction.ts';
import { MAP, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { SiteFields } from './siteForm.machine.ts';
import type { SitesResult, SiteTask } from './sites.machine.ts';
import type { SiteShown } from './siteShown.ts';

const SITE = {
  id: true,
  name: true,
  names: true,
  timeZone: true,
  demo: true,
  floors: true,
  robotCount: true,
  revision: true,
} as const;
const OPENING = {
  openedBy: true,
  openSeconds: true,
  isOutOfService: true,
  silentSince: true,
  untestable: true,
  revision: true,
} as const;
const LIFT = { id: true, name: true, names: true, stops: true, ...OPENING } as const;
const DOOR = { id: true, name: true, names: true, mapId: true, points: true, ...OPENING } as const;
const MORE = {
  siteId: true,
  equipment: {
    siteId: true,
    lifts: { '*': LIFT },
    doors: { '*': DOOR },
    bays: true,
    points: true,
    storage: true,
    schedules: true,
  },
  plans: { '*': MAP },
} as const;
const FIELDS = {
  what: true,
  siteId: true,
  id: true,
  revision: true,
  timeZone: true,
  timeZoneBefore: true,
  zoneConfirmed: true,
  stops: true,
  mapId: true,
  areaIds: true,
  openedBy: true,
  isOutOfService: true,
} as const;
const SHOWN = { what: true, outcome: true, tookMs: true, status: true } as const;
const RULES = recordPageRules(
  SITE,
  { act: true, id: true, kind: true, siteId: true, mapId: true, areaId: true },
  FIELDS,
);

export const sitesRedaction = defineRedaction<
  RecordContext<SitesResult, SiteFields, SiteTask, SiteShown>,
  RecordEvent<SiteFields, SiteTask>,
  PageInput
>()({
  ...RULES,
  context: { ...RULES.context, ...MORE, shown: SHOWN },
  input: PAGE_INPUT,
  outputs: { ...RULES.outputs, loadList: { ...RULES.outputs.loadList, ...MORE }, act: SHOWN },
  defaults: { ...RULES.defaults, query: {}, total: 0 },
});

export const siteFormRedaction = defineRedaction<
  FormContext<SiteFields, SiteShown | null>,
  FormEvent<SiteFields>,
  FormInput<SiteFields>
>()(formRules(FIELDS));

/**
 * Names of machines, states, events, context fields and started actors that changed, by the format version that has the
 * old ones: a recording of that version is opened with today's names (upgrade.ts).
 */
export type Names = Readonly<Record<string, string>>;

/** Names that are unique only within one machine. Its key is the machine's old id. */
export interface MachineRenames {
  /** State keys, at any depth. */
  states?: Names;
  /** Fields of the context; a field inside another is named by its path, 'notice.words'. */
  context?: Names;
  /** Started actors: their ids and sources. */
  children?: Names;
}
export interface Renames {
  machines: Names;
  events: Names;
  /** Fields of events, by the event's old type; named like those of a context. */
  fields?: Readonly<Record<string, Names>>;
  within: Readonly<Record<string, MachineRenames>>;
}

const ACTION_REGION: MachineRenames = { states: { hands: 'action' } };
const DIALOG_REGION: MachineRenames = { states: { desk: 'dialog' } };
const DRAFT_REGION: MachineRenames = { states: { desk: 'draft' } };

/** `drive` was both a route run and teleop; `key` and `link` were of several kinds. */
const OF_VERSION_2: Renames = {
  machines: { cruiseDrive: 'routeRun', driveFollowing: 'routeRunMonitor', drive: 'teleop' },
  events: {
    'drive.choose': 'routeRun.choose',
    'drive.start': 'routeRun.start',
    'drive.follow': 'routeRun.follow',
    'drive.leave': 'routeRun.leave',
    'drive.seen': 'routeRun.seen',
    'drive.end': 'routeRun.end',
    'drives.heard': 'routeRuns.changed',
    'hand.none': 'control.none',
    'hand.mine': 'control.mine',
    'hand.others': 'control.others',
    'wheel.refused': 'teleop.refused',
    'key.want': 'mqttLink.acquire',
    'key.release': 'mqttLink.release',
    'link.changed': 'mqttLink.changed',
    'link.opened': 'mqttLink.opened',
    'link.closed': 'mqttLink.closed',
    'link.failed': 'mqttLink.failed',
    'link.hurry': 'mqttLink.hurry',
    'link.renew': 'mqttLink.renew',
    'link.retry': 'oneTimeLink.retry',
    'key.act': 'apiKey.act',
    'key.create': 'apiKey.create',
  },
  within: {
    cruiseDrive: {
      children: { startDrive: 'startRouteRun', watchDrives: 'watchRouteRuns', driveFollowing: 'routeRunMonitor' },
    },
    driveFollowing: { ...ACTION_REGION, children: { readDrive: 'readRouteRun', endDrive: 'endRouteRun' } },
    drive: { states: { wheels: 'motion' }, context: { sticks: 'inputs' } },
    robotData: {
      states: { hand: 'control' },
      children: { drive: 'teleop', cruise: 'routeRunMonitor', driveFollowing: 'routeRunMonitor' },
    },
    cruiseRoutes: { ...ACTION_REGION, children: { drive: 'routeRun' } },
    cruiseRecord: { children: { watchDrives: 'watchRouteRuns' } },
    friends: ACTION_REGION,
    maps: ACTION_REGION,
    pointLabels: ACTION_REGION,
    accounts: DIALOG_REGION,
    inquiries: DIALOG_REGION,
    keys: { ...DIALOG_REGION, context: { told: 'revealed' } },
    mapEditor: DRAFT_REGION,
    routeEditor: { states: { desk: 'draft', hand: 'drag' }, context: { hand: 'dragged' } },
    preferences: { states: { desk: 'desktop' } },
  },
};

/** Pages with records were written one by one; now they share their events, states and fields (factories/recordPage.ts). */
const OF_VERSION_3: Renames = {
  machines: {},
  events: {
    'account.act': 'record.act',
    'account.create': 'record.edit',
    'account.edit': 'record.edit',
    'account.invite': 'record.edit',
    'apiKey.act': 'record.act',
    'apiKey.create': 'record.edit',
    'app.create': 'record.edit',
    'draft.change': 'field.change',
    'draft.submit': 'form.submit',
    'heir.choose': 'newOwner.choose',
    'inquiry.remove': 'record.act',
    'keys.reload': 'list.reload',
  },
  within: {
    accounts: { states: { saving: 'editing' }, context: { draft: 'fields', link: 'shown' } },
    friends: { context: { doing: 'pendingAction', heir: 'newOwner' } },
    inquiries: {
      states: { removing: 'acting' },
      context: { doomed: 'task' },
      children: { removeInquiry: 'act' },
    },
    keys: {
      states: { saving: 'editing', ready: 'shown' },
      context: { draft: 'fields', keys: 'rows', revealed: 'shown' },
      children: { loadKeys: 'loadList' },
    },
  },
};

/** `words` were text parameters in a notice and a search text in the palette; a `wish` is a request. */
const OF_VERSION_4: Renames = {
  machines: {},
  events: { 'stop.told': 'stop.progressed', 'wish.cancel': 'request.cancel' },
  fields: {
    'command.ask': { wish: 'request' },
    'notice.show': { 'notice.words': 'params' },
    'palette.search': { words: 'keyword' },
  },
  within: {
    cruiseRoutes: { context: { doing: 'pendingAction' } },
    frame: { context: { words: 'keyword' } },
    lifImport: { context: { 'outcome.untied': 'detached' } },
    notices: { context: { 'notice.words': 'params' } },
  },
};

/** Version 1 has the names of version 2. */
export const RENAMES: Readonly<Record<number, Renames>> = { 2: OF_VERSION_2, 3: OF_VERSION_3, 4: OF_VERSION_4 };

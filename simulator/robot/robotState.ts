/** The complete state of a robot, shared by its step, its message handlers and its reports. */
import { CHINESE, speakingSeconds } from '../../contract/rules/speaking.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import { named } from '../../demo/localName.ts';
import type { LocalName } from '../../demo/localName.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import { AlarmWatch } from '../alarms/alarmWatch.ts';
import { chanceOf } from '../fleet/random.ts';
import { ActionStates } from './actionStates.ts';
import type { Battery } from './battery.ts';
import type { Body, Behaviour } from './body.ts';
import { DeliveryBook } from './deliveryBook.ts';
import { Errors } from './errors.ts';
import { Faults } from './faults.ts';
import type { Environment } from './environment.ts';
import type { TeleopSession } from './teleopSession.ts';
import { behaviourLoop, noWishes } from './behaviourLoop.ts';
import type { BehaviourApi, Wishes } from './behaviourLoop.ts';
import { RandomFaults } from './randomFaults.ts';
import { emptyBook, takeNew } from './orders.ts';
import type { OrderBook } from './orders.ts';
import type { OrderMessage } from '../../contract/wire/vda5050.ts';
import { ActionRunner } from './actionRunner.ts';
import type { Settings } from './actionRunner.ts';
import { RobotSettings } from './robotSettings.ts';
import { isAlarmOn } from './alarmSettings.ts';
import { profileOf } from './profile.ts';
import type { Profile } from './profile.ts';
import type { Journey } from './travel.ts';
import type { TripTarget } from './work/taskApi.ts';
import type { Task } from './work/task.ts';

/** Texts kept for the log while nothing takes them. */
const MOST_SAID = 20;

export interface RobotState {
  readonly spec: DemoRobot;
  readonly profile: Profile;
  readonly ground: Environment;
  readonly body: Body;
  readonly faults: Faults;
  readonly errors: Errors;
  readonly states: ActionStates;
  readonly settings: Settings;
  /** What users set permanently. */
  readonly userSettings: RobotSettings;
  readonly wishes: Wishes;
  readonly deliveries: DeliveryBook;
  readonly randomFaults: RandomFaults;
  readonly alarms: AlarmWatch;
  readonly runner: ActionRunner;
  readonly living: BehaviourApi;
  readonly book: OrderBook;
  /** The running behaviour, resumed at each step. */
  course: Behaviour<never>;
  battery: Battery;
  paused: boolean;
  located: boolean;
  hand: TeleopSession | null;
  journey: Journey | null;
  task: Task | null;
  errand: TripTarget | null;
  /** Counters for ids of own orders, photos and events. */
  selfOrders: number;
  photos: number;
  /** Seconds since the last photo of a patrol. */
  sincePhoto: number;
  told: number;
  /** Remaining seconds of speech. */
  sayingLeft: number;
  /** Events waiting to be sent. */
  outbox: EventMessage[];
  /** What it said on command, waiting to be logged. */
  saidOnCommand: string[];
  asked: Set<'state' | 'factsheet'>;
}

export function initialRobotState(spec: DemoRobot, ground: Environment, seed: number, alarmRate: number): RobotState {
  const profile = profileOf(spec);
  const { x, y, theta } = spec.pose;
  const body: Body = {
    id: spec.serialNumber,
    radius: profile.radius,
    limits: profile.limits,
    mapId: spec.mapId,
    motion: { x, y, theta, v: 0, w: 0 },
    track: null,
    s: 0,
    blocked: null,
    light: spec.light,
    rank: 0,
    byHand: false,
    yielding: false,
    asked: null,
  };
  const settings: Settings = {
    lights: false,
    head: 0,
    tilt: 0,
    chassisLight: false,
    warningLight: false,
    volume: 60,
    saying: '',
    cabinet: 0,
  };
  const userSettings = new RobotSettings(profile.settings, spec.refuses ?? {}, settings);
  for (const learned of spec.learned ?? []) userSettings.learn(learned);
  const states = new ActionStates();
  const errors = new Errors();
  const wishes = noWishes();
  const book = emptyBook(spec.homePointId);
  const deliveries = new DeliveryBook({ now: () => ground.now(), tell: (event) => void tell(self, event) });
  const charges = (on: boolean): boolean => charge(self, on);
  const runner = new ActionRunner(states, {
    settings,
    cabinets: spec.capabilities.cabinets,
    charge: charges,
    takePhoto: () => takePhoto(self),
    spoke: (text) => {
      self.saidOnCommand = [...self.saidOnCommand, text].slice(-MOST_SAID);
      tell(self, { type: 'speech', text, language: CHINESE.test(text) ? 'zh' : 'en' });
    },
    door: (doorId) => ground.doors.find(doorId, body.mapId),
  });
  const living: BehaviourApi = {
    spec,
    body,
    ground,
    states,
    errors,
    wishes,
    book,
    deliveries,
    compartment: (open) => void (settings.cabinet = open),
    chance: chanceOf(seed, spec.serialNumber),
    people: chanceOf(seed, `${spec.serialNumber} people`),
    get battery() {
      return self.battery;
    },
    journey: (journey) => void (self.journey = journey),
    setTask: (task) => void (self.task = task),
    setErrand: (errand) => {
      self.errand = errand;
      if (errand)
        Object.assign(book, {
          orderId: `self-${++self.selfOrders}`,
          updateId: 0,
          foreign: false,
          nodes: [],
          edges: [],
          reached: null,
        });
    },
    reached: (nodeId) => void Object.assign(book, { lastNodeId: nodeId, lastNodeSequenceId: 2, sinceNode: 0 }),
    say: (words) => say(self, words),
    setText: (name) => self.userSettings.text(name),
    broadcast: () => broadcast(self),
    tell: (event) => void tell(self, event),
    charge: charges,
    isServed: () => spec.kind === 'delivery' && deliveries.isServed,
    begin: (action) => runner.begin(action, ground.now()),
    take: (order) => take(self, order),
    abortActions: (actionIds) => runner.abortActions(actionIds),
  };
  const self: RobotState = {
    spec,
    profile,
    ground,
    body,
    errors,
    states,
    settings,
    userSettings,
    wishes,
    deliveries,
    runner,
    living,
    book,
    faults: new Faults(),
    randomFaults: new RandomFaults(chanceOf(seed, `${spec.serialNumber} mishaps`)),
    alarms: new AlarmWatch({
      spec,
      body,
      ground,
      chance: chanceOf(seed, `${spec.serialNumber} alarms`),
      rate: alarmRate,
      tell: (event) => tell(self, event),
    }),
    course: behaviourLoop(living),
    battery: { charge: spec.battery, charging: false },
    paused: false,
    located: true,
    hand: null,
    journey: null,
    task: null,
    errand: null,
    selfOrders: 0,
    photos: 0,
    sincePhoto: 0,
    told: 0,
    sayingLeft: 0,
    outbox: [],
    saidOnCommand: [],
    asked: new Set(),
  };
  return self;
}

export const isEmergencyStopped = ({ faults }: RobotState): boolean => faults.has('emergencyStop');
/** Whether a user's order is in progress. */
export const isOnOrder = ({ book }: RobotState): boolean => book.foreign && book.nodes.length > 0;

export function take(self: RobotState, order: OrderMessage): void {
  takeNew(self.living, order);
  self.errand = null;
  self.wishes.interrupted = true;
  self.wishes.charging = null;
}

/** @returns false if no charger touches the contacts */
export function charge(self: RobotState, on: boolean): boolean {
  const { body, ground } = self;
  const bay = ground.bays.at(body.mapId, body.motion.x, body.motion.y);
  if (on && !bay) return false;
  if (on && bay) ground.bays.take(bay.id, body.id);
  if (!on) ground.bays.release(body.id);
  self.battery = { ...self.battery, charging: on };
  return true;
}

function say(self: RobotState, { zhCN, enUS }: LocalName): void {
  if (!zhCN) return;
  self.settings.saying = zhCN;
  self.sayingLeft = Math.max(2, zhCN.length / 4);
  tell(self, { type: 'speech', text: zhCN, language: zhCN === enUS && !CHINESE.test(zhCN) ? 'en' : 'zh' });
  if (enUS && enUS !== zhCN) tell(self, { type: 'speech', text: enUS, language: 'en' });
}

const BROADCASTS = {
  zh: 'speechChinese',
  en: 'speechEnglish',
  yue: 'speechCantonese',
  ar: 'speechArabic',
} as const;

/** Speaks the text that users have set, in the language that they have set. */
function broadcast(self: RobotState): void {
  const set = self.userSettings.text('broadcastLanguage');
  const language = Object.hasOwn(BROADCASTS, set) ? (set as keyof typeof BROADCASTS) : 'zh'; // its own keys
  const text = self.userSettings.text(BROADCASTS[language]);
  if (text === '') return;
  self.settings.saying = text;
  self.sayingLeft = speakingSeconds(text);
  tell(self, { type: 'speech', text, language });
}

/** @returns the id of the event; one that the robot's settings switch off is not sent */
export function tell(self: RobotState, event: EventMessage['event']): string {
  const isMuted = event.type === 'alarm' && !isAlarmOn(self.userSettings, event.alarm, event.value);
  if (event.type === 'alarm' && !isMuted && self.userSettings.text('alarmMode') === 'voice')
    say(self, named('Attention, something is wrong here.', '请注意，此处有异常。'));
  const at = Math.round(self.ground.now());
  const id = `${self.spec.serialNumber.slice(-40)}.${at}.e${++self.told}`;
  if (!self.spec.light && !isMuted) self.outbox.push({ id, at, event });
  return id;
}

export function takePhoto(self: RobotState): void {
  const at = Math.round(self.ground.now());
  const photoId = `${self.spec.serialNumber.slice(-40)}.${at}.${++self.photos}`;
  self.outbox.push({ id: photoId, at, event: { type: 'photo', photoId } });
}

/** After a power cycle the robot stands where it was, without its order and tasks. */
export function restart(self: RobotState): void {
  const { book, wishes, states, ground, body, deliveries } = self;
  deliveries.clear();
  self.settings.cabinet = 0;
  self.course.return(undefined as never); // ends the generator; the value is never read
  Object.assign(book, emptyBook(book.lastNodeId));
  Object.assign(wishes, noWishes());
  self.runner.abortActions(states.running());
  states.failOrder(ground.now(), 'The robot restarted.');
  states.forgetOrder();
  body.track = null;
  self.hand = null;
  self.paused = false;
  self.errand = null;
  self.journey = null;
  self.task = null;
  self.course = behaviourLoop(self.living);
}

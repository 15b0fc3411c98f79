/** The complete state of a robot, shared by its step, its message handlers and its reports. */
import { CHINESE, speakingSeconds } from '../../contract/rules/speaking.ts';
import { NOBODY_WATCHES, type Watching } from '../../contract/rules/watching.ts';
import type { EventMessage, PhotoCause } from '../../contract/wire/actions.ts';
import { named } from '../../demo/localName.ts';
import type { LocalName } from '../../demo/localName.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import { AlarmWatch } from '../alarms/alarmWatch.ts';
import { chanceOf } from '../fleet/random.ts';
import { ActionStates } from './actionStates.ts';
import { type Battery, cyclesOf } from './battery.ts';
import { isMoving, type Body, type Behaviour } from './body.ts';
import { CallBook } from './callBook.ts';
import { Cabinets } from './cabinets.ts';
import { DeliveryBook } from './deliveryBook.ts';
import { type DoorPicture, pictureDoor } from './doorPictures.ts';
import { Errors } from './errors.ts';
import { FaceSight } from './faceSight.ts';
import { Faults } from './faults.ts';
import type { Environment } from './environment.ts';
import type { TeleopSession } from './teleopSession.ts';
import { behaviourLoop, noWishes } from './behaviourLoop.ts';
import type { BehaviourApi, Wishes } from './behaviourLoop.ts';
import { RandomFaults } from './randomFaults.ts';
import { emptyBook, takeNew } from './orders.ts';
import type { OrderBook } from './orders.ts';
import type { OrderMessage, VdaAction } from '../../contract/wire/vda5050.ts';
import { ActionRunner } from './actionRunner.ts';
import type { Settings } from './actionRunner.ts';
import { RobotSettings } from './robotSettings.ts';
import type { PhotoRequest, PhotoResult, ScanUpload } from './photoUploads.ts';
import { mapFloor, mappingWork, type MappingWork } from './work/mapFloor.ts';
import { isAlarmOn } from './alarmSettings.ts';
import { profileOf } from './profile.ts';
import type { Profile } from './profile.ts';
import type { Journey } from './travel.ts';
import { carryOutDisinfection } from './work/carryOutDisinfection.ts';
import { DisinfectionWork, readDisinfection, TANK, type Tank } from './work/disinfectionWork.ts';
import type { TripTarget } from './work/taskApi.ts';
import type { Task } from './work/task.ts';

/** Texts kept for the log while nothing takes them. */
const MOST_SAID = 20;

export interface RobotState {
  readonly spec: DemoRobot;
  readonly profile: Profile;
  readonly environment: Environment;
  readonly body: Body;
  readonly faults: Faults;
  readonly errors: Errors;
  readonly states: ActionStates;
  readonly settings: Settings;
  readonly cabinets: Cabinets;
  /** What users set permanently. */
  readonly userSettings: RobotSettings;
  readonly wishes: Wishes;
  readonly deliveries: DeliveryBook;
  readonly calls: CallBook;
  readonly randomFaults: RandomFaults;
  readonly alarms: AlarmWatch;
  readonly faceSight: FaceSight;
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
  /** The disinfection on order; kept for some minutes after its end. */
  disinfection: DisinfectionWork | null;
  /** The mapping on order. */
  mapping: MappingWork | null;
  /** What it sprays. */
  tank: Tank;
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
  /** Photos on command that are to be taken, and the results of the last ones, by action. */
  photoRequests: PhotoRequest[];
  readonly photoResults: Map<string, PhotoResult>;
  /** Maps that are to be uploaded; their results are among those of the photos. */
  scans: ScanUpload[];
  /** Views at doors that are to be photographed, for deliveries. */
  doorPictures: DoorPicture[];
  asked: Set<'state' | 'factsheet'>;
  watching: Watching;
}

export function initialRobotState(
  spec: DemoRobot,
  environment: Environment,
  seed: number,
  alarmRate: number,
): RobotState {
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
  };
  const userSettings = new RobotSettings(profile.settings, spec.refuses ?? {}, settings);
  for (const learned of spec.learned ?? []) userSettings.learn(learned);
  const states = new ActionStates();
  const errors = new Errors();
  const wishes = noWishes();
  const book = emptyBook(spec.homePointId);
  const deliveries = new DeliveryBook({ now: () => environment.now(), tell: (event) => void tell(self, event) });
  const charges = (on: boolean): boolean => charge(self, on);
  const cabinets = new Cabinets(spec.capabilities.cabinets);
  const runner = new ActionRunner(states, {
    settings,
    cabinets,
    isMoving: () => isMoving(body),
    charge: charges,
    takePhoto: () => takePhoto(self, 'task', self.book.orderId),
    requestPhoto(actionId) {
      if (!self.spec.capabilities.video || self.faults.has('cameraUnplugged')) return 'The camera is unplugged.';
      self.photoRequests.push({ actionId, at: Math.round(environment.now()) });
      return null;
    },
    photoResult: (actionId) => self.photoResults.get(actionId) ?? null,
    spoke: (text, language) => {
      self.saidOnCommand = [...self.saidOnCommand, text].slice(-MOST_SAID);
      tell(self, { type: 'speech', text, language: language ?? (CHINESE.test(text) ? 'zh' : 'en') });
    },
    setLights: (on) => userSettings.switchLights(on, environment.now()),
    turnHead: (horizontal, vertical) => userSettings.turnTo(horizontal, vertical, environment.now()),
    door: (doorId) => environment.doors.find(doorId, body.mapId),
  });
  const faceSight = new FaceSight(chanceOf(seed, `${spec.serialNumber} faces`), () => ({
    mapId: body.mapId,
    x: body.motion.x,
    y: body.motion.y,
    theta: body.motion.theta,
  }));
  const living: BehaviourApi = {
    spec,
    body,
    environment,
    states,
    errors,
    wishes,
    book,
    deliveries,
    compartment(open) {
      if (open > 0) cabinets.setOpen(open, true);
      else for (const one of cabinets.openOnes) cabinets.setOpen(one, false);
    },
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
    say: (text) => say(self, text),
    setText: (name) => self.userSettings.text(name),
    broadcast: () => broadcast(self),
    tell: (event) => void tell(self, event),
    pictureDoor: (deliveryId) => pictureDoor(self, deliveryId),
    seeFace: () => faceSight.see(),
    charge: charges,
    isServed: () => spec.kind === 'delivery' && deliveries.isServed,
    begin: (action) => runner.begin(action, environment.now()),
    disinfect: (action) => disinfectOnOrder(self, action),
    buildMap: (action) => mapOnOrder(self, action),
    take: (order) => take(self, order),
    abortActions: (actionIds) => runner.abortActions(actionIds),
  };
  const self: RobotState = {
    spec,
    profile,
    environment,
    body,
    errors,
    states,
    settings,
    cabinets,
    userSettings,
    wishes,
    deliveries,
    runner,
    living,
    book,
    faults: new Faults(),
    randomFaults: new RandomFaults(chanceOf(seed, `${spec.serialNumber} mishaps`)),
    calls: new CallBook({
      now: () => environment.now(),
      chance: chanceOf(seed, `${spec.serialNumber} calls`),
      rate: spec.kind === 'reception' && spec.light !== true ? alarmRate : 0,
      isBusy: () => self.faults.has('busy'),
      tell: (event) => void tell(self, event),
      say: (text) => say(self, named(text, text)),
    }),
    alarms: new AlarmWatch({
      spec,
      body,
      environment,
      chance: chanceOf(seed, `${spec.serialNumber} alarms`),
      rate: alarmRate,
      isOn: (alarm, value) => isAlarmOn(userSettings, alarm, value),
      tell: (event) => tell(self, event),
      seeFace: (temperature, alarmId) => faceSight.see(temperature, alarmId),
    }),
    faceSight,
    course: behaviourLoop(living),
    battery: { charge: spec.battery, charging: false, cycles: cyclesOf(spec.serialNumber) },
    paused: false,
    located: true,
    hand: null,
    journey: null,
    task: null,
    disinfection: null,
    mapping: null,
    tank: { agent: TANK },
    errand: null,
    selfOrders: 0,
    photos: 0,
    sincePhoto: 0,
    told: 0,
    sayingLeft: 0,
    outbox: [],
    saidOnCommand: [],
    photoRequests: [],
    scans: [],
    doorPictures: [],
    photoResults: new Map(),
    asked: new Set(),
    watching: NOBODY_WATCHES,
  };
  return self;
}

export const isEmergencyStopped = ({ faults }: RobotState): boolean => faults.has('emergencyStop');
/** Whether a user's order is in progress. */
export const isOnOrder = ({ book }: RobotState): boolean => book.foreign && book.nodes.length > 0;

export function take(self: RobotState, order: OrderMessage): void {
  takeNew(self.living, order);
  self.errand = null;
  self.mapping = null;
  self.wishes.interrupted = true;
  self.wishes.charging = null;
}

function* disinfectOnOrder(self: RobotState, action: VdaAction | undefined): Behaviour<'ended' | 'interrupted'> {
  const { states, environment, living } = self;
  if (!action) return 'ended';
  const { actionId } = action;
  if (self.disinfection?.actionId !== actionId) {
    const order = readDisinfection(action);
    if (typeof order === 'string') return (states.set(actionId, 'FAILED', environment.now(), order), 'ended');
    self.disinfection = new DisinfectionWork(actionId, order, self.tank, living.people);
  }
  states.set(actionId, 'RUNNING', environment.now());
  const work = self.disinfection;
  const end = yield* carryOutDisinfection(work, living);
  if (end === 'interrupted') return end;
  if (work.over === 'done') states.set(actionId, 'FINISHED', environment.now());
  else states.set(actionId, 'FAILED', environment.now(), 'The tank is empty.');
  return 'ended';
}

function* mapOnOrder(self: RobotState, action: VdaAction | undefined): Behaviour<'ended' | 'interrupted'> {
  const { states, environment, living } = self;
  if (!action) return 'ended';
  const { actionId } = action;
  if (self.mapping?.actionId !== actionId) self.mapping = mappingWork(actionId, living);
  states.set(actionId, 'RUNNING', environment.now());
  const result = yield* mapFloor(self.mapping, {
    body: living.body,
    environment,
    journey: living.journey,
    setTask: living.setTask,
    sendScan: (id, files) => void self.scans.push({ actionId: id, files }),
    scanResult: (id) => self.photoResults.get(id) ?? null,
  });
  if (result === 'interrupted') return result;
  self.mapping = null;
  self.task = null;
  if ('fault' in result) states.set(actionId, 'FAILED', environment.now(), result.fault);
  else states.set(actionId, 'FINISHED', environment.now(), result.fileId);
  return 'ended';
}

/** @returns false if no charger touches the contacts */
export function charge(self: RobotState, on: boolean): boolean {
  const { body, environment } = self;
  const bay = environment.bays.at(body.mapId, body.motion.x, body.motion.y);
  if (on && !bay) return false;
  if (on && bay) environment.bays.take(bay.id, body.id);
  if (!on) environment.bays.release(body.id);
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

/** @returns the id of the event */
export function tell(self: RobotState, event: EventMessage['event']): string {
  if (event.type === 'alarm' && self.userSettings.text('alarmMode') === 'voice')
    say(self, named('Attention, something is wrong here.', '请注意，此处有异常。'));
  const at = Math.round(self.environment.now());
  const id = `${self.spec.serialNumber.slice(-40)}.${at}.e${++self.told}`;
  // A thousand light robots report only what the switchboard makes them raise.
  if (!self.spec.light || event.type === 'alarm' || event.type === 'alarmOver') self.outbox.push({ id, at, event });
  return id;
}

/** A photo that no one waits for: it is uploaded and reported, or given up if that fails. */
export function takePhoto(self: RobotState, cause: PhotoCause, orderId?: string): void {
  const { body, spec, environment } = self;
  if (!spec.capabilities.video || self.faults.has('cameraUnplugged')) return;
  const at = Math.round(environment.now());
  const { x, y, theta } = body.motion;
  self.photoRequests.push({
    actionId: `${spec.serialNumber.slice(-40)}.${at}.${++self.photos}`,
    at,
    own: {
      cause,
      pose: { mapId: body.mapId, x, y, theta: theta + self.settings.head },
      ...(orderId !== undefined && { orderId }),
    },
  });
}

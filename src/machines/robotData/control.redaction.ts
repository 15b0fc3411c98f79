/** Redaction rules of a robot page's control machines: teleop, lease, Stop, commands, speech, video. */
import { COMMAND, LEASE } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { CommandsContext, CommandsEvent, CommandsInput } from './commands.setup.ts';
import type { TeleopContext, TeleopInput, TeleopReport, TeleopRequest } from './teleop.setup.ts';
import type { LeaseContext, LeaseInput, LeaseReport, LeaseRequest } from './lease.machine.ts';
import type { ResumersContext, ResumersEvent, ResumersInput } from './resumers.machine.ts';
import type { CompartmentJamsContext, CompartmentJamsEvent, CompartmentJamsInput } from './compartmentJams.machine.ts';
import type { RobotInfoContext, RobotInfoEvent, RobotInfoInput } from './robotInfo.machine.ts';
import type { SpokenContext, SpokenEvent, SpokenInput } from './spoken.machine.ts';
import type { StopContext, StopEvent, StopInput } from './stop.machine.ts';
import type { VideoContext, VideoInput, VideoReport, VideoRequest } from './video.setup.ts';
import type { WatchersContext, WatchersEvent, WatchersInput } from './watchers.machine.ts';

export const teleopRedaction = defineRedaction<TeleopContext, TeleopRequest | TeleopReport, TeleopInput>()({
  context: {
    serialNumber: true,
    maxSpeed: true,
    lease: true,
    inputs: true,
    speed: true,
    sequence: true,
    echo: true,
    echoedAge: true,
    unanswered: true,
    roundTrips: true,
    drivenFrom: true,
    obstacle: true,
    ended: true,
  },
  input: { serialNumber: true, maxSpeed: true },
  events: {
    'stick.set': { source: true, forward: true, turn: true },
    'speed.set': { speed: true },
    'lease.gained': { number: true },
    'obstacle.found': { obstacle: true },
    'echo.heard': { echo: true, at: true, leftAt: true },
  },
  telemetry: ['echo.heard'],
});

export const leaseRedaction = defineRedaction<LeaseContext, LeaseRequest | LeaseReport, LeaseInput>()({
  // The reason is typed.
  context: {
    serialNumber: true,
    clientId: true,
    lease: LEASE,
    refusal: 'failure',
    loss: { why: true, roundTrip: true },
  },
  input: { serialNumber: true, clientId: true, lease: LEASE },
  events: {
    'lease.heard': { lease: LEASE },
    'client.known': { clientId: true },
    'teleop.refused': { roundTrip: true },
  },
  outputs: { callLease: LEASE, measureRoundTrip: true },
});

export const stopRedaction = defineRedaction<StopContext, StopEvent, StopInput>()({
  context: { serialNumber: true, since: true, failure: 'failure' },
  input: { serialNumber: true },
  events: {
    'stop.press': { at: true },
    'stop.progressed': { stage: true, askedAt: true, failure: 'failure' },
    'robot.seen': { held: true, paused: true, at: true },
  },
  telemetry: ['robot.seen'],
});

const REQUEST = true satisfies RedactionRule;
export const commandsRedaction = defineRedaction<CommandsContext, CommandsEvent, CommandsInput>()({
  // The keyword is typed; a target's name is the name of a point.
  context: {
    serialNumber: true,
    userId: true,
    rows: { '*': COMMAND },
    pending: { '*': { local: true, kind: true, target: true, askedAt: true, failure: 'failure' } },
    asked: true,
    target: true,
    act: true,
    resume: true,
    displaces: true,
  },
  input: { serialNumber: true, userId: true, rows: { '*': COMMAND } },
  events: {
    'place.start': { act: true },
    'target.pick': { target: true },
    'act.choose': { act: true },
    'heading.set': { theta: true },
    'target.confirm': { at: true, replaces: true },
    'charge.press': { displaces: true, at: true },
    'charge.confirm': { at: true },
    'command.ask': { request: REQUEST, at: true },
    'refusal.dismiss': { local: true },
    'ledger.heard': { commands: { '*': COMMAND } },
    'resume.press': {
      stops: { '*': { id: true, by: { userId: true }, at: true, recorded: true } },
      byOther: true,
      at: true,
    },
    'resume.choose': { order: true },
    'resume.confirm': { at: true },
    'robot.seen': { busy: true },
    'ask.answered': { local: true, command: COMMAND },
    'ask.refused': { local: true, failure: 'failure' },
  },
});

// Names of people are not recorded.
export const resumersRedaction = defineRedaction<ResumersContext, ResumersEvent, ResumersInput>()({
  context: { serialNumber: true, askedAt: true, failure: 'failure' },
  input: { serialNumber: true },
  events: { 'resumers.ask': { at: true } },
});

const JAMS = { '*': { compartment: true, at: true, obstacle: true, isParcelInside: true } } as const;
export const compartmentJamsRedaction = defineRedaction<
  CompartmentJamsContext,
  CompartmentJamsEvent,
  CompartmentJamsInput
>()({
  context: { serialNumber: true, hasCompartments: true, jams: JAMS, compartment: true, failure: 'failure' },
  input: { serialNumber: true, hasCompartments: true },
  events: { 'jam.clear': { compartment: true } },
  outputs: { readJams: JAMS },
});

// When the robot spoke and in which language, without the text.
const LINES = { '*': { id: true, at: true, language: true } } as const;
const INFO = {
  battery: true,
  wheelLock: true,
  busy: true,
  // Without the name.
  user: { robotUserId: true },
  multiFloor: true,
} as const;
export const robotInfoRedaction = defineRedaction<RobotInfoContext, RobotInfoEvent, RobotInfoInput>()({
  context: { serialNumber: true, info: INFO, failure: 'failure' },
  input: { serialNumber: true },
  events: {},
  outputs: { readInfo: INFO },
});

// Names of people are not recorded.
export const watchersRedaction = defineRedaction<WatchersContext, WatchersEvent, WatchersInput>()({
  context: { serialNumber: true, people: { '*': { isSelf: true } }, failure: 'failure' },
  input: { serialNumber: true },
  outputs: { readWatchers: { '*': { isSelf: true } } },
});

export const spokenRedaction = defineRedaction<SpokenContext, SpokenEvent, SpokenInput>()({
  context: { serialNumber: true, lines: LINES },
  input: { serialNumber: true },
  outputs: { readSpoken: LINES },
});

export const videoRedaction = defineRedaction<VideoContext, VideoRequest | VideoReport, VideoInput>()({
  context: {
    serialNumber: true,
    quality: true,
    tries: true,
    figures: true,
    pictureAt: true,
    flowingSince: true,
    pictureBefore: true,
    isBlank: true,
    refusal: true,
    isAnswered: true,
    timeOut: 'failure',
    microphoneRefusal: true,
    photoFailure: 'failure',
    photoPlace: true,
  },
  input: { serialNumber: true },
  events: {
    'quality.choose': { quality: true },
    'photo.take': { keep: true },
    'picture.flowing': { at: true },
    'picture.frozen': { at: true },
    'picture.measured': { figures: true, at: true },
    'viewing.refused': { reason: true },
    'microphone.refused': { refusal: true },
  },
  outputs: { savePhoto: { place: true } },
  defaults: { photoPlace: null },
  telemetry: ['picture.measured'],
});

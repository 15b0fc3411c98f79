/**
 * The life of a call between an operator and a visitor at a robot, as the server keeps it:
 *
 *   ringing ──answered──▶ connected ⇄ reconnecting (60 s) ──▶ ended
 *      └ 30 s, declined, busy, withdrawn ─────────────────────▶ ended
 *
 * The same rule drives the server, its tests and the model that both sides are walked on.
 */
export const CALL_STATES = ['ringing', 'connected', 'reconnecting', 'ended'] as const;
export type CallState = (typeof CALL_STATES)[number];
/** Who began it: an operator in the console, or a visitor at the robot. */
export const CALL_ORIGINS = ['operator', 'visitor'] as const;
export type CallOrigin = (typeof CALL_ORIGINS)[number];
/** How picture and sound travel: between browser and robot, or over Agora. */
export const CALL_TOOLS = ['direct', 'agora'] as const;
export type CallTool = (typeof CALL_TOOLS)[number];
export const CALL_SIDES = ['operator', 'visitor', 'system'] as const;
export type CallSide = (typeof CALL_SIDES)[number];
export const CALL_ENDS = [
  'hungUp',
  'withdrawn',
  'declined',
  'notAnswered',
  'busy',
  'linkLost',
  'rightLost',
  'robotGone',
] as const;
export type CallEnd = (typeof CALL_ENDS)[number];
export const CALL_TOPICS = ['way', 'checkIn', 'luggage', 'complaint', 'other'] as const;
export type CallTopic = (typeof CALL_TOPICS)[number];
/** Pictures that every robot with a screen can show. */
export const CALL_PICTURES = ['plan', 'followMe', 'wait', 'welcome'] as const;
export type CallPicture = (typeof CALL_PICTURES)[number];
/** What the robot's screen shows. `operator`: the operator's camera. */
export const CALL_SCREENS = ['none', 'ringing', 'talking', 'operator', 'picture', 'text'] as const;
export type CallScreenKind = (typeof CALL_SCREENS)[number];
export const CALL_LINE_KINDS = [
  'asked',
  'pressed',
  'rang',
  'answered',
  'askedToWait',
  'said',
  'showed',
  'lost',
  'back',
  'ended',
] as const;
export type CallLineKind = (typeof CALL_LINE_KINDS)[number];
/** Which side lost its connection. */
export const CALL_LOSSES = ['robot', 'operator', 'media'] as const;
export type CallLoss = (typeof CALL_LOSSES)[number];

export const CALL_RING_MS = 30_000;
/** How long a call without a connection is kept. */
export const CALL_RECONNECT_MS = 60_000;
/** Interval at which the operator's browser repeats that it is in the call. */
export const CALL_REPEAT_MS = 4_000;
/** A robot that is not heard for this time no longer rings. */
export const CALL_RING_SILENT_MS = 10_000;
/** The operator counts as gone without a repeat for this time. */
export const CALL_OPERATOR_SILENT_MS = 12_000;
/** Interval at which the server looks at rights and connections of a call: it ends within 5 s of losing a right. */
export const CALL_LOOK_MS = 2_000;
export const CALL_AREA_MAX = 100;
export const CALL_NOTE_MAX = 200;
/** Lines of what happened, per call; further ones are not kept. */
export const CALL_LINES_MAX = 200;
/** Calls of visitors at one robot within a day; further presses are ignored. */
export const CALLS_OF_VISITORS_MAX = 300;
export const CALLS_TTL_MS = 90 * 86_400_000;

export interface CallFacts {
  origin: CallOrigin;
  state: CallState;
  createdAt: number;
  answeredAt: number | null;
  /** Since when the connection is lost; null while it is there. */
  lostAt: number | null;
  loss: CallLoss | null;
  endedAt: number | null;
  endedBy: CallSide | null;
  end: CallEnd | null;
  interruptions: number;
  interruptedMs: number;
}

export type CallEvent =
  /** The other side answers: a visitor at the screen, or an operator. */
  | { type: 'answer'; side: 'operator' | 'visitor' }
  /** The side that is rung does not want the call. An operator of several only stops the own ringing, which is no event. */
  | { type: 'decline' }
  /** The robot says that it cannot be called now. */
  | { type: 'busy' }
  | { type: 'hangUp'; side: 'operator' | 'visitor' }
  /** What the server sees at this moment. */
  | {
      type: 'look';
      isRobotThere: boolean;
      isOperatorThere: boolean;
      hasMedia: boolean;
      mayOperate: boolean;
      /** Since when robot and operator are missing, if they are: an absence is noticed only some seconds later. */
      robotGoneAt?: number;
      operatorGoneAt?: number;
    };

/** The call after an event; null if the event cannot cause anything in this state. */
export function nextCall(call: CallFacts, event: CallEvent, now: number): CallFacts | null {
  if (call.state === 'ended') return null;
  const end = (reason: CallEnd, by: CallSide): CallFacts => ({
    ...back(call, now),
    state: 'ended',
    endedAt: now,
    endedBy: by,
    end: reason,
  });
  switch (event.type) {
    case 'answer':
      if (call.state !== 'ringing') return null;
      // Who began the call cannot answer it.
      if ((call.origin === 'operator') !== (event.side === 'visitor')) return null;
      return { ...call, state: 'connected', answeredAt: now };
    case 'decline':
      return call.state === 'ringing' ? end('declined', call.origin === 'operator' ? 'visitor' : 'operator') : null;
    case 'busy':
      return call.state === 'ringing' && call.origin === 'operator' ? end('busy', 'system') : null;
    case 'hangUp':
      if (call.state !== 'ringing') return end('hungUp', event.side);
      if (event.side === call.origin) return end('withdrawn', event.side);
      return event.side === 'visitor' ? end('declined', 'visitor') : null;
    case 'look':
      return look(call, event, now, end);
  }
}

function look(
  call: CallFacts,
  event: Extract<CallEvent, { type: 'look' }>,
  now: number,
  end: (reason: CallEnd, by: CallSide) => CallFacts,
): CallFacts | null {
  const { isRobotThere, isOperatorThere, hasMedia, mayOperate, robotGoneAt = now, operatorGoneAt = now } = event;
  const isRinging = call.state === 'ringing';
  if (!mayOperate && !(isRinging && call.origin === 'visitor')) return end('rightLost', 'system');
  if (isRinging) {
    if (now - call.createdAt >= CALL_RING_MS) return end('notAnswered', 'system');
    if (!isRobotThere && now - robotGoneAt >= CALL_RING_SILENT_MS) return end('robotGone', 'system');
    // A closed tab stops the ringing.
    if (call.origin === 'operator' && !isOperatorThere) return end('withdrawn', 'operator');
    return null;
  }
  const loss: CallLoss | null = !isRobotThere ? 'robot' : !isOperatorThere ? 'operator' : hasMedia ? null : 'media';
  if (loss === null) return call.state === 'reconnecting' ? { ...back(call, now), state: 'connected' } : null;
  if (call.state === 'connected') {
    const goneAt = loss === 'robot' ? robotGoneAt : loss === 'operator' ? operatorGoneAt : now;
    const lostAt = Math.min(now, Math.max(goneAt, call.answeredAt ?? now));
    return { ...call, state: 'reconnecting', lostAt, loss, interruptions: call.interruptions + 1 };
  }
  if (now - (call.lostAt ?? now) >= CALL_RECONNECT_MS)
    return end(loss === 'robot' ? 'robotGone' : 'linkLost', 'system');
  return loss === call.loss ? null : { ...call, loss };
}

/** Adds the interruption that is over. */
const back = (call: CallFacts, now: number): CallFacts =>
  call.lostAt === null
    ? call
    : { ...call, interruptedMs: call.interruptedMs + Math.max(0, now - call.lostAt), lostAt: null, loss: null };

/** Until when the call stays in this state by itself; null without a limit. */
export const callDeadline = ({ state, createdAt, lostAt }: Pick<CallFacts, 'state' | 'createdAt' | 'lostAt'>) =>
  state === 'ringing'
    ? createdAt + CALL_RING_MS
    : state === 'reconnecting' && lostAt !== null
      ? lostAt + CALL_RECONNECT_MS
      : null;

/**
 * Intercepts events sent by the screen. An event counts as the screen's while the browser is dispatching a press;
 * events of services and clocks, and events between machines, are delivered as usual.
 */
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { interceptEvents, machineOf, type SentEvent } from '../../machines/xstateInternals.ts';
import { controlOf, type PressedControl } from './controlOf.ts';
import { isPassThrough } from './passThrough.ts';

export interface Caught {
  target: AnyActorRef;
  event: AnyEventObject;
  /** The receiver's state when the event was intercepted. */
  snapshot: unknown;
}
export interface CaughtPress extends PressedControl {
  events: readonly Caught[];
}

const PRESSES = [
  'click',
  'dblclick',
  'contextmenu',
  'pointerdown',
  'pointerup',
  'pointermove',
  'mousedown',
  'mouseup',
  'keydown',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'submit',
  'drop',
] as const;
/** Marks the dry run's panel, whose controls work as usual. */
export const PANEL = 'data-peek-panel';
const DRIVES = 'stick.set';
/** Set on <html>; disabled controls report presses while it is set (ui/kit/isPressBlocked.ts). */
const MARK = 'peek';

export interface CatchParts {
  page: Window;
  root: AnyActorRef;
  /** The dry run's actor: events to it and to its children are delivered as usual. */
  own(): AnyActorRef | undefined;
}

/**
 * Intercepts until the returned function is called. `report` receives each press after the browser has dispatched it.
 */
export function interceptPresses({ page, root, own }: CatchParts, report: (press: CaughtPress) => void): () => void {
  let dispatched: Event[] = [];
  let waiting: { control: PressedControl; events: Caught[]; isPanel: boolean; isMove: boolean } | null = null;
  let last = '';
  let touched: Element | null = null;
  /** Events sent during a delivery are not intercepted. */
  let passing = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isPressing = (): boolean => dispatched.some(({ eventPhase }) => eventPhase !== 0);
  const flush = (): void => {
    const press = waiting;
    waiting = null;
    dispatched = dispatched.filter(({ eventPhase }) => eventPhase !== 0);
    if (!press || press.isPanel) return;
    // A held control sends its events at pointer down; the click at the end is not another press.
    if (press.events.length === 0 && (!press.control.isPressed || press.control.element === touched)) return;
    touched = press.control.element;
    const told = press.events.map(({ target, event }) => `${target.sessionId} ${event.type}`).join();
    // A moved joystick repeats the same event every frame.
    if (press.isMove && told === last) return;
    last = told;
    report({ ...press.control, events: press.events });
  };
  const onPress = (event: Event): void => {
    // Escape works as usual; pointer movement without a pressed button is ignored.
    if (
      (event as Partial<KeyboardEvent>).key === 'Escape' ||
      (event.type === 'pointermove' && (event as PointerEvent).buttons === 0)
    )
      return;
    if (event.type === 'pointerdown') touched = null;
    dispatched = [...dispatched.filter(({ eventPhase }) => eventPhase !== 0), event];
    const isPanel = event.target instanceof Element && event.target.closest(`[${PANEL}]`) !== null;
    const control = controlOf(event);
    waiting = {
      events: [],
      ...waiting,
      control: waiting?.control.isPressed ? waiting.control : control,
      isPanel,
      isMove: event.type === 'pointermove',
    };
    clearTimeout(timer);
    timer = setTimeout(flush);
  };
  const isCaught = ({ source, target, event }: SentEvent): boolean => {
    if (passing > 0 || target === own() || isPassThrough(event) || event.type.startsWith('xstate.')) return false;
    // Key events come through an effect and belong to the screen; events sent by a machine do not.
    if (machineOf(source)) return false;
    // Gamepad input causes no browser event.
    return isPressing() || event.type === DRIVES;
  };

  const stopIntercepting = interceptEvents(root.system, (sent, deliver) => {
    const { target, event } = sent;
    if (isCaught(sent)) {
      if (isPressing()) waiting?.events.push({ target, event, snapshot: target.getSnapshot() });
      return;
    }
    passing += 1;
    try {
      deliver();
    } finally {
      passing -= 1;
    }
  });
  letGo(root);
  for (const type of PRESSES) page.addEventListener(type, onPress, { capture: true });
  page.document.documentElement.dataset[MARK] = 'on';
  return () => {
    delete page.document.documentElement.dataset[MARK];
    for (const type of PRESSES) page.removeEventListener(type, onPress, { capture: true });
    clearTimeout(timer);
    stopIntercepting();
  };
}

/** Releases all inputs: a joystick held when the dry run starts could miss its release. */
function letGo(root: AnyActorRef): void {
  const screen = (root.system as { get(name: string): AnyActorRef | undefined }).get('screen')?.getSnapshot() as
    { children?: Record<string, AnyActorRef | undefined> } | undefined;
  const drive = screen?.children?.['teleop'];
  const { context } = (drive?.getSnapshot() ?? {}) as { context?: { inputs?: object } };
  for (const source of Object.keys(context?.inputs ?? {})) drive?.send({ type: DRIVES, source, forward: 0, turn: 0 });
}

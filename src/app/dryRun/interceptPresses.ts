/**
 * Catches what the screen would send. An event counts as the screen's own while the browser is dispatching a press to it: what services
 * and clocks say meanwhile, and what machines tell each other, goes on as ever.
 */
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { interceptEvents, machineOf, type SentEvent } from '../../machines/xstateInternals.ts';
import { controlOf, type PressedControl } from './controlOf.ts';
import { isPassThrough } from './passThrough.ts';

export interface Caught {
  target: AnyActorRef;
  event: AnyEventObject;
  /** Its state when it was caught. */
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
/** Marks the panel: it is pressed as ever. */
export const PANEL = 'data-peek-panel';
const DRIVES = 'stick.set';
/** On <html>; controls that cannot be used let a press through while it is there (ui/kit/isPressBlocked.ts). */
const MARK = 'peek';

export interface CatchParts {
  page: Window;
  root: AnyActorRef;
  /** Goes on as ever, and so does what is sent to its children. */
  own(): AnyActorRef | undefined;
}

/** From now until the answer is called. `report` hears of one press once the browser is done with it. */
export function interceptPresses({ page, root, own }: CatchParts, report: (press: CaughtPress) => void): () => void {
  let dispatched: Event[] = [];
  let waiting: { control: PressedControl; events: Caught[]; isPanel: boolean; isMove: boolean } | null = null;
  let last = '';
  let touched: Element | null = null;
  /** What is being delivered sends as it likes. */
  let passing = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isPressing = (): boolean => dispatched.some(({ eventPhase }) => eventPhase !== 0);
  const flush = (): void => {
    const press = waiting;
    waiting = null;
    dispatched = dispatched.filter(({ eventPhase }) => eventPhase !== 0);
    if (!press || press.isPanel) return;
    // What is held says at the first touch what it has to say; the click that ends it is no press of its own.
    if (press.events.length === 0 && (!press.control.isPressed || press.control.element === touched)) return;
    touched = press.control.element;
    const told = press.events.map(({ target, event }) => `${target.sessionId} ${event.type}`).join();
    // A stick that is moved says the same at every frame.
    if (press.isMove && told === last) return;
    last = told;
    report({ ...press.control, events: press.events });
  };
  const onPress = (event: Event): void => {
    // Escape is as ever; a pointer that only moves presses nothing.
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
    // Keys come by way of an effect: the screen's own as well. A machine that speaks is no hand.
    if (machineOf(source)) return false;
    // A gamepad presses nothing that the browser would tell of.
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

/** Hands off: what was held when peek came on would never be heard letting go of half of it. */
function letGo(root: AnyActorRef): void {
  const screen = (root.system as { get(name: string): AnyActorRef | undefined }).get('screen')?.getSnapshot() as
    { children?: Record<string, AnyActorRef | undefined> } | undefined;
  const drive = screen?.children?.['drive'];
  const { context } = (drive?.getSnapshot() ?? {}) as { context?: { sticks?: object } };
  for (const source of Object.keys(context?.sticks ?? {})) drive?.send({ type: DRIVES, source, forward: 0, turn: 0 });
}

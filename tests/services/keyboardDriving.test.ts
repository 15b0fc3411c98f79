// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KeyInput, listenDriving } from '../../src/services/keyboardDriving.ts';
import { listenEscape } from '../../src/services/keyboardEscape.ts';

const key = (type: 'keydown' | 'keyup', code: string, more: KeyboardEventInit & { keyCode?: number } = {}) =>
  new KeyboardEvent(type, {
    code,
    key: code === 'Escape' ? 'Escape' : code.replace('Key', '').toLowerCase(),
    bubbles: true,
    cancelable: true,
    ...more,
  });

function keyboard() {
  const sticks: KeyInput[] = [];
  const stop = listenDriving(window, (stick) => sticks.push(stick));
  return {
    stop,
    sticks,
    now: () => sticks.at(-1) ?? { forward: 0, turn: 0 },
    down: (code: string, target: EventTarget = document.body, more: KeyboardEventInit & { keyCode?: number } = {}) => {
      const event = key('keydown', code, more);
      target.dispatchEvent(event);
      return event;
    },
    up: (code: string, target: EventTarget = document.body) => target.dispatchEvent(key('keyup', code)),
  };
}

describe('driving keys', () => {
  let keys: ReturnType<typeof keyboard>;
  beforeEach(() => {
    keys = keyboard();
  });
  afterEach(() => {
    keys.stop();
    document.body.replaceChildren();
  });

  it.each([
    [['KeyW'], { forward: 1, turn: 0 }],
    [['ArrowDown'], { forward: -1, turn: 0 }],
    [['KeyA'], { forward: 0, turn: 0.5 }],
    [['KeyD'], { forward: 0, turn: -0.5 }],
    [['KeyQ'], { forward: 0, turn: 1 }],
    [['KeyW', 'KeyE'], { forward: 1, turn: -1 }],
    [['KeyW', 'ArrowUp'], { forward: 1, turn: 0 }],
    [['KeyW', 'KeyS'], { forward: 0, turn: 0 }],
  ])('%j', (codes, stick) => {
    codes.forEach((code) => keys.down(code));
    expect(keys.now()).toEqual(stick);
    codes.forEach((code) => keys.up(code));
    expect(keys.now()).toEqual({ forward: 0, turn: 0 });
  });

  it('a key held down is told once', () => {
    keys.down('KeyW');
    keys.down('KeyW', document.body, { repeat: true });
    keys.down('KeyW', document.body, { repeat: true });
    expect(keys.sticks).toHaveLength(1);
  });

  it('typing moves nothing, in any kind of text field', () => {
    document.body.innerHTML = '<input><textarea></textarea><div contenteditable="true"></div><select></select>';
    for (const field of document.body.children) keys.down('KeyW', field);
    expect(keys.sticks).toEqual([]);
    document.body.innerHTML = '<input type="range"><input type="checkbox">';
    keys.down('ArrowUp', document.body.children[0]);
    expect(keys.sticks).toEqual([]);
    keys.down('KeyW', document.body.children[0]);
    expect(keys.now().forward).toBe(1);
  });

  it('shortcuts and an input method at work move nothing', () => {
    for (const more of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { isComposing: true },
      { keyCode: 229 },
    ])
      keys.down('KeyW', document.body, more);
    expect(keys.sticks).toEqual([]);
  });

  it('what is let go over a text field, or by leaving the window, is let go', () => {
    document.body.innerHTML = '<input>';
    keys.down('KeyW');
    keys.up('KeyW', document.body.children[0]);
    expect(keys.now().forward).toBe(0);
    keys.down('KeyW');
    window.dispatchEvent(new Event('blur'));
    expect(keys.now().forward).toBe(0);
  });

  it('arrows do not scroll the page while they drive', () => {
    expect(keys.down('ArrowUp').defaultPrevented).toBe(true);
    expect(keys.down('KeyW').defaultPrevented).toBe(false);
  });

  it('ending it lets go of everything', () => {
    keys.down('KeyW');
    keys.stop();
    expect(keys.now().forward).toBe(0);
    keys.down('KeyS');
    expect(keys.now().forward).toBe(0);
  });
});

describe('Escape', () => {
  const press = (target: EventTarget = document.body, more: KeyboardEventInit & { keyCode?: number } = {}) => {
    const event = key('keydown', 'Escape', more);
    target.dispatchEvent(event);
    return event;
  };
  /** A dialog like Radix's: its listener on the document runs before that of its content. */
  function dialog() {
    let closed = 0;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      closed += 1;
      event.preventDefault();
    };
    document.addEventListener('keydown', close, { capture: true });
    return { closed: () => closed, remove: () => document.removeEventListener('keydown', close, { capture: true }) };
  }

  it('first: comes before an open dialog, which stays', () => {
    const open = dialog();
    let stops = 0;
    const end = listenEscape(window, document, true, () => {
      stops += 1;
    });
    press();
    expect([stops, open.closed()]).toEqual([1, 0]);
    end();
    open.remove();
  });

  it('last: a dialog takes it, and only without one it is Stop', () => {
    const open = dialog();
    let stops = 0;
    const end = listenEscape(window, document, false, () => {
      stops += 1;
    });
    press();
    expect([stops, open.closed()]).toEqual([0, 1]);
    open.remove();
    press();
    expect(stops).toBe(1);
    document.body.innerHTML = '<input>';
    press(document.body.children[0]);
    expect(stops).toBe(1);
    end();
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    "while an input method composes it is the input method's: %j",
    (more) => {
      let stops = 0;
      const ends = [true, false].map((first) =>
        listenEscape(window, document, first, () => {
          stops += 1;
        }),
      );
      expect(press(document.body, more).defaultPrevented).toBe(false);
      expect(stops).toBe(0);
      ends.forEach((end) => end());
    },
  );

  it('held down it is one press', () => {
    let stops = 0;
    const end = listenEscape(window, document, true, () => {
      stops += 1;
    });
    press();
    press(document.body, { repeat: true });
    expect(stops).toBe(1);
    end();
  });
});

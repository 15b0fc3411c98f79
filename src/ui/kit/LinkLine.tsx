/**
 * The links between user and robot, always in the order browser, cloud, broker, robot; the top bar shows the first
 * three.
 */
import Bot from 'lucide-react/icons/bot';
import Cloud from 'lucide-react/icons/cloud';
import Monitor from 'lucide-react/icons/monitor';
import RadioTower from 'lucide-react/icons/radio-tower';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from './Icon.tsx';

/** silent: open, but no messages arrive. */
export type LinkState = 'ok' | 'slow' | 'silent' | 'down';

const NODES: readonly { readonly name: string; readonly icon: Glyph }[] = [
  { name: 'browser', icon: Monitor },
  { name: 'cloud', icon: Cloud },
  { name: 'broker', icon: RadioTower },
  { name: 'robot', icon: Bot },
];

export interface LinkLineProps {
  /** One state per link, starting at the browser: one to three. */
  readonly links: readonly LinkState[];
  /**
   * Full description: "Browser to cloud: up. Cloud to broker: up. Broker to robot: silent for 12 s." Also the tooltip.
   */
  readonly description: string;
  /** Icon size, px. */
  readonly size?: number | undefined;
}

export function LinkLine({ links, description, size = 16 }: LinkLineProps) {
  return (
    <span className="links" role="img" aria-label={description} title={description}>
      {NODES.slice(0, links.length + 1).map((node, index) => {
        const after = links[index];
        return [
          <Icon key={node.name} of={node.icon} size={size} />,
          after !== undefined && (
            <span key={`${node.name}-link`} className={after === 'ok' ? 'link' : `link link-${after}`} />
          ),
        ];
      })}
    </span>
  );
}

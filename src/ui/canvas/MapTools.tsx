/**
 * Tools that float over the map: floors top left, following and zoom top right, layers bottom right. Presentational
 * only.
 */
import Footprints from 'lucide-react/icons/footprints';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import MapPin from 'lucide-react/icons/map-pin';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Waypoints from 'lucide-react/icons/waypoints';
import type { Glyph } from '../icons/glyph.ts';
import { Chip } from '../kit/Chip.tsx';
import { Icon } from '../kit/Icon.tsx';
import { RadioButtons } from '../kit/RadioButtons.tsx';
import type { MapLayers } from './scene.ts';

const FLOOR =
  'flex h-7 min-w-10 items-center justify-center gap-1.5 rounded-in px-2 text-12 font-semibold text-text-2 hover:bg-hover aria-checked:bg-brand-100 aria-checked:text-selected-text max-desk:h-10 max-desk:min-w-11';
const TOOL =
  'grid size-8 place-items-center border-line text-text-2 not-first:border-l hover:bg-hover focus-visible:[box-shadow:inset_0_0_0_2px_var(--focus)] aria-pressed:bg-brand-100 aria-pressed:text-(--link) max-desk:size-11';

export interface MapFloorsProps {
  readonly label: string;
  readonly floors: readonly {
    readonly id: string;
    readonly label: string;
    /** Number of robots on the floor. */ readonly count: number;
  }[];
  readonly current: string;
  readonly onFloor: (id: string) => void;
}

export function MapFloors({ label, floors, current, onFloor }: MapFloorsProps) {
  return (
    <div className="map-tl absolute top-3 left-3 flex gap-2">
      <RadioButtons
        className="map-floors flex gap-px rounded bg-surface p-0.5 shadow-float"
        itemClassName={FLOOR}
        label={label}
        value={current}
        onChange={onFloor}
        options={floors.map(({ id, label: name, count }) => ({
          value: id,
          content: (
            <>
              {name}
              {count > 0 && <i className="text-11 not-italic">{count}</i>}
            </>
          ),
        }))}
      />
    </div>
  );
}

export interface MapZoomProps {
  readonly labels: {
    readonly group: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly fit: string;
    readonly follow: string;
  };
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
  /** Omitted where there is no robot to follow. */
  readonly following?: { readonly on: boolean; readonly onToggle: () => void } | undefined;
}

export function MapZoom({ labels, onZoomIn, onZoomOut, onFit, following }: MapZoomProps) {
  const tool = (icon: Glyph, label: string, onPress: () => void, pressed?: boolean) => (
    <button type="button" className={TOOL} aria-label={label} title={label} aria-pressed={pressed} onClick={onPress}>
      <Icon of={icon} />
    </button>
  );
  return (
    <div className="map-tr absolute top-3 right-3 gap-2">
      <div
        className="flex overflow-hidden rounded bg-surface shadow-float"
        data-floating
        role="group"
        aria-label={labels.group}
      >
        {following !== undefined && tool(LocateFixed, labels.follow, following.onToggle, following.on)}
        {tool(Plus, labels.zoomIn, onZoomIn)}
        {tool(Minus, labels.zoomOut, onZoomOut)}
        {tool(Maximize, labels.fit, onFit)}
      </div>
    </div>
  );
}

export interface MapLayerChipsProps {
  readonly label: string;
  readonly layers: MapLayers;
  /** Layers without a label are not offered. */
  readonly words: {
    readonly trails?: string | undefined;
    readonly trailsNote?: string | undefined;
    readonly routes?: string | undefined;
    readonly points?: string | undefined;
  };
  readonly onToggle: (layer: keyof MapLayers) => void;
}

export function MapLayerChips({ label, layers, words, onToggle }: MapLayerChipsProps) {
  return (
    <div className="map-br absolute flex gap-1.5" data-floating role="group" aria-label={label}>
      {words.trails !== undefined && (
        <Chip
          label={words.trails}
          note={layers.trails ? words.trailsNote : undefined}
          icon={Footprints}
          on={layers.trails}
          onToggle={() => onToggle('trails')}
        />
      )}
      {words.routes !== undefined && (
        <Chip label={words.routes} icon={Waypoints} on={layers.routes} onToggle={() => onToggle('routes')} />
      )}
      {words.points !== undefined && (
        <Chip label={words.points} icon={MapPin} on={layers.points} onToggle={() => onToggle('points')} />
      )}
    </div>
  );
}

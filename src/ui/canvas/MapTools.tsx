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
    <div className="map-tl">
      <RadioButtons
        className="map-floors"
        label={label}
        value={current}
        onChange={onFloor}
        options={floors.map(({ id, label: name, count }) => ({
          value: id,
          content: (
            <>
              {name}
              {count > 0 && <i>{count}</i>}
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
    <button type="button" aria-label={label} title={label} aria-pressed={pressed} onClick={onPress}>
      <Icon of={icon} />
    </button>
  );
  return (
    <div className="map-tr">
      <div className="map-tools" role="group" aria-label={labels.group}>
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
    <div className="map-br" role="group" aria-label={label}>
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

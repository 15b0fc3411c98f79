/** Draws the faces that one pixel column hits (walls, doors, windows and furniture), each by its material. */
import { FACE } from './raycast.ts';
import { GLYPH_HEIGHT, dotAt, textColumns } from './font.ts';
import { fillColumn, yuv } from './frame.ts';
import type { Planes, Yuv } from './frame.ts';
import { COVER_CELL_M, LIGHT_CELL_M, WALL_LOOKS, noiseAt } from './floorSurfaces.ts';
import type { FloorSurfaces, WallLook } from './floorSurfaces.ts';
import { FOG, fogAt } from './lens.ts';
import type { Lens } from './lens.ts';
import type { Scene } from './scene.ts';
import { CEILING_M, DOOR_HEIGHT_M, PAINT } from './solids.ts';
import type { Solid } from './solids.ts';

const RAIL = { from: 0.9, to: 0.96 } as const;
const SKIRTING_M = 0.1;
const PANEL_M = 1.2;
const PICTURE_HALF_M = 0.45;
const SKY = yuv(240, 244, 248);
const OUTSIDE_SKY = yuv(150, 198, 240);
const HAZE = yuv(222, 229, 233);
const GREEN = yuv(178, 194, 178);
const PAVEMENT = yuv(204, 205, 202);
const METAL = yuv(88, 96, 106);
const WINDOW_FRAME = yuv(226, 228, 228);
const HANDLE = yuv(208, 208, 204);
const DOOR_PANEL = yuv(138, 111, 86);
const GAP = yuv(58, 62, 68);
const GLOW = yuv(96, 160, 255);
const DIGITS = yuv(232, 235, 238);
const SHADOW = yuv(70, 66, 62);
const FALLBACK_LOOK = WALL_LOOKS[0];

export class FacePainter {
  private x = 0;
  private scale = 1;
  private fog = 0;
  private shade = 0;
  /** Solids that are not part of the scene; their indices follow those of the scene. */
  loose: readonly Solid[] = [];

  constructor(
    private readonly planes: Planes,
    private readonly lens: Lens,
    private readonly scene: Scene,
    private readonly surfaces: FloorSurfaces,
  ) {}

  /** Draws the wall that ends column x. */
  wall(x: number, index: number, distance: number, face: number): void {
    const solid = this.scene.solids[index];
    if (solid) this.face(x, solid, distance, face, true);
  }

  /** Draws a low or hanging solid: its side, and the visible part of its top or underside. */
  solid(x: number, index: number, enter: number, leave: number, face: number): void {
    const { solids } = this.scene;
    const solid = solids[index] ?? this.loose[index - solids.length];
    if (!solid) return;
    const { eye } = this.lens;
    this.stand(x, enter, solid, face);
    if (solid.z1 < eye && solid.material !== 'leaves') this.lid(solid.top, solid.z1, enter, leave, 4);
    else if (solid.z0 > eye) this.lid(solid.side, solid.z0, leave, enter, -34);
    this.face(x, solid, enter, face, false);
  }

  /** Sets distance, fog and light for the spans of this column. */
  private stand(x: number, distance: number, solid: Solid, face: number) {
    const { lens, surfaces } = this;
    this.x = x;
    this.scale = lens.focal / distance;
    this.fog = fogAt(distance);
    const before = Math.max(0, distance - 0.3);
    const column = Math.min(
      surfaces.lightColumns - 1,
      Math.max(0, Math.floor((lens.x + (lens.dirX[x] ?? 0) * before) / LIGHT_CELL_M)),
    );
    const row = Math.min(
      surfaces.lightRows - 1,
      Math.max(0, Math.floor((lens.y + (lens.dirY[x] ?? 0) * before) / LIGHT_CELL_M)),
    );
    this.shade =
      (surfaces.wallLight[row * surfaces.lightColumns + column] ?? 0) * 0.7 +
      (face === FACE.x ? -7 : face === FACE.y ? 3 : this.roundShade(solid, distance));
  }

  private roundShade({ x0, x1, y0, y1 }: Solid, distance: number): number {
    const { lens, x } = this;
    const radius = (x1 - x0) / 2;
    const nx = (lens.x + (lens.dirX[x] ?? 0) * distance - (x0 + x1) / 2) / radius;
    const ny = (lens.y + (lens.dirY[x] ?? 0) * distance - (y0 + y1) / 2) / radius;
    // The light comes from the viewer's left, so that a cylinder looks the same from every direction.
    const turned = -(nx * lens.rightX + ny * lens.rightY);
    return turned * 16 - Math.abs(turned) * 14;
  }

  /** A horizontal face at height z between two distances. */
  private lid(colour: Yuv, z: number, near: number, far: number, lighter: number) {
    const { lens } = this;
    const drop = (lens.eye - z) * lens.focal;
    this.rows(lens.horizon + drop / far, lens.horizon + drop / near, colour, lighter, lighter);
  }

  /** Pixel rows in one colour, with luma offsets at the top and bottom ends. */
  private rows(top: number, bottom: number, [y, u, v]: Yuv, atTop: number, atBottom: number) {
    const { fog, shade } = this;
    const tone = (luma: number) => {
      const lit = luma + shade;
      const seen = lit + ((FOG[0] - lit) * fog) / 256;
      return seen < 16 ? 16 : seen > 235 ? 235 : seen;
    };
    fillColumn(
      this.planes,
      this.x,
      top,
      bottom,
      tone(y + atTop),
      tone(y + atBottom),
      u + (((FOG[1] - u) * fog + 128) >> 8),
      v + (((FOG[2] - v) * fog + 128) >> 8),
    );
  }

  /** Fills from height z1 down to z0, metres. */
  private span(z1: number, z0: number, colour: Yuv, atTop = 0, atBottom = atTop) {
    const { horizon, eye } = this.lens;
    this.rows(horizon + (eye - z1) * this.scale, horizon + (eye - z0) * this.scale, colour, atTop, atBottom);
  }

  /** Distance along the face from its left end as the camera sees it, metres. */
  private along(solid: Solid, distance: number, face: number): number {
    const { lens, x } = this;
    const [dx, dy] = [lens.dirX[x] ?? 0, lens.dirY[x] ?? 0];
    if (face === FACE.y) {
      const at = lens.x + dx * distance;
      return dy > 0 ? at - solid.x0 : solid.x1 - at;
    }
    const at = lens.y + dy * distance;
    return dx > 0 ? solid.y1 - at : at - solid.y0;
  }

  private face(x: number, solid: Solid, distance: number, face: number, isWall: boolean) {
    this.stand(x, distance, solid, face);
    const u = this.along(solid, distance, face);
    const width = face === FACE.y ? solid.x1 - solid.x0 : solid.y1 - solid.y0;
    const { z0, z1, side } = solid;
    switch (solid.material) {
      case 'wall':
        return this.papered(this.lookBefore(distance), u, width, z1, z0);
      case 'door':
        return isWall ? this.shutDoor(distance, u, width) : this.leaf(u, width, z1, z0);
      case 'liftDoor':
        return this.liftDoor(distance, u, width);
      case 'lintel':
        return this.span(z1, z0, this.lookBefore(distance).upper, 0, -4);
      case 'window':
        return this.window(u, width, z1, z0);
      case 'opening':
        return this.opening(u, width, z1, z0);
      case 'glass':
        return this.glass(u, width);
      case 'plate':
        return this.text(solid, u, width, DIGITS);
      case 'exit':
        return this.text(solid, u, width, SKY);
      case 'shelf':
        return this.shelf(solid, u);
      case 'charger':
        return this.charger(solid);
      case 'leaves':
        return this.leaves(solid, distance);
      case 'bed':
        this.span(z1, z0, side, 2, -10);
        return this.span(z0 + (z1 - z0) * 0.5, z0, PAINT.blanket, 0, -10);
      case 'wood':
        return this.span(z1, z0, side, (u % 0.6 < 0.02 ? -16 : 0) + 4, (u % 0.6 < 0.02 ? -16 : 0) - 10);
      case 'plain':
        return this.span(z1, z0, side, 2, Math.max(-12, -12 * (z1 - z0)));
    }
  }

  /** The wall colours of the room on the camera's side of the face. */
  private lookBefore(distance: number): WallLook {
    const { lens, surfaces, x } = this;
    const before = Math.max(0, distance - 0.12);
    const column = Math.min(
      surfaces.columns - 1,
      Math.max(0, Math.floor((lens.x + (lens.dirX[x] ?? 0) * before) / COVER_CELL_M)),
    );
    const row = Math.min(
      surfaces.rows - 1,
      Math.max(0, Math.floor((lens.y + (lens.dirY[x] ?? 0) * before) / COVER_CELL_M)),
    );
    return (
      WALL_LOOKS[surfaces.cover[row * surfaces.columns + column] ?? 0] ??
      FALLBACK_LOOK ?? {
        upper: PAINT.plaster,
        lower: PAINT.plaster,
        rail: null,
        skirting: PAINT.frame,
        tiles: false,
        pictures: false,
      }
    );
  }

  private papered(
    { upper, lower, rail, skirting, tiles, pictures }: WallLook,
    u: number,
    width: number,
    z1: number,
    z0: number,
  ) {
    if (!rail) {
      const groove = tiles && this.scale > 90 && u % 0.3 < 0.012 ? -9 : 0;
      this.span(z1, z0, upper, 5 + groove, -12 + groove);
      if (tiles && this.scale > 90) for (let z = 0.3; z < z1; z += 0.3) this.span(z + 0.012, z, upper, -9);
    } else {
      this.span(z1, RAIL.to, upper, 6, -7);
      if (pictures && width > 3 && width < 12 && Math.abs(u - width / 2) < PICTURE_HALF_M)
        this.picture(u - width / 2 + PICTURE_HALF_M);
      this.span(RAIL.to, RAIL.from, rail, 8, -6);
      const groove = this.scale > 60 && u % PANEL_M < 0.025 ? -13 : 0;
      this.span(RAIL.from, z0, lower, groove, groove - 14);
    }
    this.span(SKIRTING_M, z0, skirting, 3, -6);
  }

  /** A painting in a dark frame: hills, a path of light, a pale sky. */
  private picture(u: number) {
    const edge = Math.min(u, 2 * PICTURE_HALF_M - u);
    if (edge < 0.035) return this.span(1.92, 1.36, PAINT.darkWood);
    const hill = 1.56 + 0.07 * Math.sin(u * 5) + 0.03 * Math.sin(u * 13);
    this.span(1.885, hill, HAZE, 0, -12);
    this.span(hill, 1.395, PAINT.sofa, 24, -10);
    this.span(hill - 0.09, 1.395, PAINT.leaf, 20, 0);
    this.span(1.92, 1.885, PAINT.darkWood);
    this.span(1.395, 1.36, PAINT.darkWood);
  }

  private shutDoor(distance: number, u: number, width: number) {
    this.span(CEILING_M, DOOR_HEIGHT_M, this.lookBefore(distance).upper, 6, -2);
    this.leaf(u, width, DOOR_HEIGHT_M, 0);
  }

  private leaf(u: number, width: number, z1: number, z0: number) {
    this.span(z1, z0, PAINT.door, 2, -8);
    if (width < 0.3) return;
    if (u > 0.14 && u < width - 0.14) {
      const isEdge = u < 0.165 || u > width - 0.165;
      this.span(1.94, 1.16, isEdge ? PAINT.frame : DOOR_PANEL, 0, -3);
      this.span(0.98, 0.2, isEdge ? PAINT.frame : DOOR_PANEL, -2, -6);
    }
    if (u > width - 0.24 && u < width - 0.1) this.span(1.08, 1.04, HANDLE);
    if (u > width - 0.15 && u < width - 0.11) this.span(1.12, 0.98, HANDLE, -12);
  }

  private liftDoor(distance: number, u: number, width: number) {
    this.span(CEILING_M, DOOR_HEIGHT_M, this.lookBefore(distance).upper, 6, -2);
    const off = Math.abs(u - width / 2);
    // Brushed steel: lighter in the middle of each door leaf.
    this.span(
      DOOR_HEIGHT_M,
      0,
      PAINT.steel,
      10 * Math.cos(((off / width) * 2 - 0.5) * Math.PI),
      10 * Math.cos(((off / width) * 2 - 0.5) * Math.PI) - 12,
    );
    if (off < 0.012) this.span(DOOR_HEIGHT_M, 0, GAP);
    if (off < 0.17) {
      this.span(2.42, 2.26, PAINT.screen);
      if (off < 0.045) this.span(2.375, 2.305, PAINT.exit, 30);
    }
  }

  private window(u: number, width: number, z1: number, z0: number) {
    const panes = Math.max(1, Math.round(width / 1.3));
    const pane = width / panes;
    const inPane = u % pane;
    if (inPane < 0.035 || inPane > pane - 0.035) return this.span(z1, z0, WINDOW_FRAME, 0, -6);
    this.span(z1, 1.25, SKY, -2, -8);
    this.span(1.25, 1.02, HAZE, 4, -6);
    this.span(1.02, z0, GREEN, 14, 6);
    this.span(z1, z1 - 0.045, WINDOW_FRAME);
    this.span(z0 + 0.05, z0, WINDOW_FRAME, 4);
  }

  /** An open window: no pane, and the thickness of the wall at its sides. */
  private opening(u: number, width: number, z1: number, z0: number) {
    const edge = Math.min(u, width - u);
    if (edge < 0.05) return this.span(z1, z0, SHADOW, 50, 30);
    this.span(z1, 1.5, OUTSIDE_SKY, 4, 0);
    this.span(1.5, 1.3, HAZE, 0, -6);
    // Treetops.
    const top = 1.3 + 0.07 * Math.sin(u * 7) + 0.04 * Math.sin(u * 17 + 1);
    this.span(top, z0, PAINT.leaf, 34, 6);
    this.span(z1, z1 - 0.06, SHADOW, 50);
    this.span(z0 + 0.05, z0, SHADOW, 70);
  }

  private glass(u: number, width: number) {
    const pane = width / Math.max(1, Math.round(width / 1.5));
    const inPane = u % pane;
    if (inPane < 0.03 || inPane > pane - 0.03) return this.span(CEILING_M, 0, METAL, 0, -6);
    this.span(CEILING_M, 1.45, SKY, -2, -8);
    this.span(1.45, 1.12, HAZE, 2, -6);
    this.span(1.12, 0.86, GREEN, 12, 2);
    this.span(0.86, 0, PAVEMENT, 6, -12);
    this.span(2.25, 2.17, METAL);
    this.span(0.08, 0, METAL);
  }

  /** A sign with text. */
  private text({ side, text = '', z0, z1 }: Solid, u: number, width: number, ink: Yuv) {
    this.span(z1, z0, side);
    if (width < 0.1 || this.scale * (z1 - z0) < 7) return;
    const MARGIN = 2;
    const column = Math.floor((u / width) * (textColumns(text) + 2 * MARGIN)) - MARGIN;
    const dot = (z1 - z0) / (GLYPH_HEIGHT + 2 * MARGIN);
    for (let row = 0; row < GLYPH_HEIGHT; row++) {
      if (dotAt(text, column, row)) this.span(z1 - dot * (row + MARGIN), z1 - dot * (row + MARGIN + 1), ink);
    }
  }

  private shelf({ side, z0, z1 }: Solid, u: number) {
    const STEP_M = 0.42;
    this.span(z1, z0, SHADOW, 30, 18);
    for (let z = z0 + 0.08, shelf = 0; z + 0.1 < z1; z += STEP_M, shelf++) {
      const stack = Math.floor(u / 0.34);
      const filled = 0.12 + 0.2 * noiseAt(stack, shelf, 3);
      if (u - stack * 0.34 > 0.02) this.span(Math.min(z1, z + filled), z, side, 6 * noiseAt(stack, shelf, 5), -4);
      this.span(z, z - 0.035, PAINT.woodTop, 6);
    }
    this.span(z1, z1 - 0.035, PAINT.woodTop, 10);
  }

  private charger({ side, z0, z1 }: Solid) {
    this.span(z1, z0, side, 6, -10);
    this.span(0.7, 0.66, GLOW);
    this.span(0.26, 0.14, PAINT.screen);
  }

  /** Foliage: dots of light and shade within an uneven oval, so that the cylinder shape does not show. */
  private leaves({ x0, x1, y0, y1, z0, z1, side }: Solid, distance: number) {
    const { lens, x } = this;
    const radius = (x1 - x0) / 2;
    const px = lens.x + (lens.dirX[x] ?? 0) * distance - (x0 + x1) / 2;
    const py = lens.y + (lens.dirY[x] ?? 0) * distance - (y0 + y1) / 2;
    const aside = (px * lens.rightX + py * lens.rightY) / radius;
    const DOT_M = 0.04;
    const column = Math.floor(Math.atan2(py, px) * (radius / DOT_M));
    const reach = Math.sqrt(Math.max(0, 1 - aside * aside)) * (0.86 + 0.28 * noiseAt(column >> 1, 0, 13));
    const [middle, half] = [(z0 + z1) / 2, (z1 - z0) / 2];
    for (let z = middle - half * reach, row = 0; z < middle + half * reach; z += DOT_M, row++) {
      const height = (z - middle) / half;
      this.span(z + DOT_M, z, side, (noiseAt(column, row, 11) - 0.5) * 40 + height * 18 - Math.abs(aside) * 12);
    }
  }
}

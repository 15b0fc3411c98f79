CREATE TABLE "floor_drawings" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"map_id" text,
	"floor" text NOT NULL,
	"name" jsonb NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"drawing" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"published_revision" integer,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "floor_traces" (
	"drawing_id" text PRIMARY KEY NOT NULL,
	"picture_id" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"resolution" double precision NOT NULL,
	"origin_x" double precision NOT NULL,
	"origin_y" double precision NOT NULL,
	"origin_yaw" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "floor_drawings" ADD CONSTRAINT "floor_drawings_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_drawings" ADD CONSTRAINT "floor_drawings_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_traces" ADD CONSTRAINT "floor_traces_drawing_id_floor_drawings_id_fk" FOREIGN KEY ("drawing_id") REFERENCES "public"."floor_drawings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_drawings_site" ON "floor_drawings" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "floor_drawings_map" ON "floor_drawings" USING btree ("map_id");
CREATE TABLE "cruise_defaults" (
	"serial_number" text PRIMARY KEY NOT NULL,
	"path_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cruise_paths" (
	"id" text PRIMARY KEY NOT NULL,
	"map_id" text NOT NULL,
	"name" text NOT NULL,
	"start_speech" text DEFAULT '' NOT NULL,
	"end_speech" text DEFAULT '' NOT NULL,
	"stops" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cruise_records" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"path_id" text NOT NULL,
	"path_name" text NOT NULL,
	"map_id" text NOT NULL,
	"map_name" jsonb NOT NULL,
	"cycle_type" text NOT NULL,
	"loop" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"started_by" text NOT NULL,
	"started_by_name" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"update_id" integer DEFAULT 0 NOT NULL,
	"distance" double precision DEFAULT 0 NOT NULL,
	"stops" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "elevators" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entrances" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"map_id" text NOT NULL,
	"name" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"map_id" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"meta" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_versions" (
	"id" text NOT NULL,
	"map_id" text NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"summary" jsonb NOT NULL,
	"points" jsonb NOT NULL,
	CONSTRAINT "map_versions_map_id_revision_pk" PRIMARY KEY("map_id","revision"),
	CONSTRAINT "map_versions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "origin_x" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "origin_y" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "origin_yaw" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "picture_id" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "picture_width" integer;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "picture_height" integer;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "points" ADD COLUMN "door_id" text;--> statement-breakpoint
ALTER TABLE "points" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_defaults" ADD CONSTRAINT "cruise_defaults_path_id_cruise_paths_id_fk" FOREIGN KEY ("path_id") REFERENCES "public"."cruise_paths"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cruise_paths" ADD CONSTRAINT "cruise_paths_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elevators" ADD CONSTRAINT "elevators_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entrances" ADD CONSTRAINT "entrances_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entrances" ADD CONSTRAINT "entrances_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cruise_paths_name" ON "cruise_paths" USING btree ("map_id",lower("name"));--> statement-breakpoint
CREATE INDEX "cruise_records_robot" ON "cruise_records" USING btree ("serial_number","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cruise_records_state" ON "cruise_records" USING btree ("state");--> statement-breakpoint
CREATE INDEX "elevators_site" ON "elevators" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "entrances_site" ON "entrances" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "map_pictures_map" ON "map_pictures" USING btree ("map_id");--> statement-breakpoint
CREATE UNIQUE INDEX "maps_default" ON "maps" USING btree ("site_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "maps_site" ON "maps" USING btree ("site_id","position");
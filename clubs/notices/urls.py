"""Addresses of notices and of what one chooses about them."""

from django.urls import path

from clubs.notices import views

urlpatterns = [
    path("me/notices/", views.notices, name="notices"),
    path("me/notices/bell/", views.bell, name="notices_bell"),
    path("me/notices/read/", views.all_read, name="notices_read"),
    path("me/notices/choices/", views.choices, name="notice_choices"),
    path("me/notices/pause/", views.pause, name="notice_pause"),
    path("me/notices/zones/", views.zones, name="notice_zones"),
    path("me/notices/devices/", views.devices, name="notice_devices"),
    path("me/notices/devices/replace/", views.device_replace, name="notice_device_replace"),
    path("me/notices/devices/<uuid:device_id>/remove/", views.device_remove, name="notice_device_remove"),
    path("me/notices/<uuid:notice_id>/", views.notice, name="notice"),
    path("me/notices/<uuid:notice_id>/read/", views.notice_read, name="notice_read"),
    path("notices/stop/<str:token>/", views.stop, name="notices_stop"),
    path("sw.js", views.service_worker, name="service_worker"),
]

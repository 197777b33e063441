# SPDX-License-Identifier: Apache-2.0
# Debian packages (scripts/package): the command with the driver, the library, and what is needed to build with it.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lanefold)
set(CPACK_PACKAGE_VENDOR "The Lanefold authors")
set(CPACK_PACKAGE_CONTACT "The Lanefold authors <maintainers@lanefold.invalid>")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON)  # the driver's file is in /etc
set(CPACK_COMPONENTS_ALL runtime library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME lanefold)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "SystemC model of a SIMT processor: command and OpenCL driver")
# Kernels are compiled and linked by these.
set(compilers "clang-19, lld-19")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "${compilers}, ocl-icd-libopencl1")
set(soname "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "liblanefold${soname}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "lanefold, ${compilers}")  # machines; kernels from source
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "SystemC model of a SIMT processor: shared library")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME liblanefold-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "SystemC model of a SIMT processor: headers, static library, RTL")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "liblanefold${soname} (= ${PROJECT_VERSION}), lanefold (= ${PROJECT_VERSION}), libsystemc-dev, libfmt-dev, \
nlohmann-json3-dev, libtomlplusplus-dev, libboost-iostreams-dev, libboost-filesystem-dev, libelf-dev, libdw-dev, \
libyaml-cpp-dev, libzstd-dev, libxxhash-dev")
include(CPack)
